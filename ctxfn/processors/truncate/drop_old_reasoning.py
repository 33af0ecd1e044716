"""Let go of what a model thought long ago."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, has_content, last_of, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.truncate.borders import old_before, turn_starts

__all__ = ["drop_old_reasoning"]


@processor
def drop_old_reasoning(
    messages: Messages,
    /,
    *,
    turns: Annotated[int, Ge(1)] = 1,
    of_calls: Literal["drop", "keep"] = "drop",
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Remove the reasoning of assistant messages before the last *turns* turns.

    Thoughts are long, and nobody asks for those of finished turns, most providers included.

    Contract:
        A turn begins with what a person says. While the last assistant message still calls
        tools, its whole turn keeps its reasoning, signatures and all, byte for byte, though a
        person may have spoken since: providers refuse an open loop without it. With
        ``of_calls="keep"`` messages that call tools keep theirs in every turn, which some
        providers ask for. The border moves by *every* turns at a time. Words, calls and their
        own signatures stay; no line is left, for a model would take it for its words. A message
        that held nothing but reasoning goes. One note names the messages.

    Complexity: O(messages).

    Source: ours; the rules of providers on thinking and its signatures.

    Examples:
        >>> from ctxfn.messages import Reasoning, assistant, chat, user
        >>> thought = evolve(assistant("4"), reasoning=(Reasoning("two and two", "sig"),))
        >>> said = chat(user("2 + 2?"), thought, user("And 3 + 3?"))
        >>> drop_old_reasoning(said)[1].reasoning
        ()
        >>> drop_old_reasoning(said, turns=2) is said
        True
    """
    border = min(old_before(messages, turns=turns, every=every), _open_turn(messages))
    after: list[Node] = []
    places: list[int] = []
    for place, node in enumerate(messages):
        if (
            place >= border
            or not isinstance(node, Assistant)
            or not node.reasoning
            or (of_calls == "keep" and node.calls)
        ):
            after.append(node)
            continue
        places.append(place)
        left = evolve(node, reasoning=(), written=None)
        if has_content(left):
            after.append(left)
    if not places:
        return messages
    ids = tuple(one.id for one in (messages[place] for place in places) if one.id is not None)
    text = f"the reasoning of {len(places)} messages of earlier turns is left out"
    note = Note("drop_old_reasoning", "old-reasoning", text, ids, tuple(places))
    return Changed(reuse(messages, after), (note,))


def _open_turn(messages: Messages) -> int:
    """Return where the turn begins that still waits for its answer, or the end."""
    last = last_of(Assistant, messages)
    if last is None or not (isinstance(last.node, Assistant) and last.node.calls):
        return len(messages)
    return max((start for start in turn_starts(messages) if start <= last.place), default=0)
