"""Put earlier messages that a store gave before those of the conversation."""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.facts import FetchedHistory
from ctxfn.messages import Messages, Node, System, Text, side_of, text_of
from ctxfn.pipeline import idle_without, processor, reads

__all__ = ["fetched_history"]

_STEP: Final = "fetched_history"


@processor
@reads(FetchedHistory)
@idle_without(FetchedHistory)
def fetched_history(context: Context, /) -> Context:
    """Put what was fetched before what was said, so that the steps behind see one history.

    Programs that hold only the latest messages get the earlier ones from a store as a fact.
    They are history as any other: linearised, cut and counted like it.

    Contract:
        The fetched messages stand in their order behind the system messages that open the
        conversation, before all else. Left out are those whose id the conversation has on that
        side (`side_of`), since what it holds is newer, or an earlier fetched one; and system messages that say word for
        word what one of the conversation says. Notes name them (``fetched-twice``,
        ``same-system``). No message of the conversation changes or moves. The fact is empty
        from then on, so doing it twice is doing it once. Nothing fetched: the same context.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, system, text_of, user
        >>> earlier = FetchedHistory([user("one", id="u1"), user("two", id="u2")])
        >>> said = Context.of(chat(system("Be kind."), user("two!", id="u2")), earlier)
        >>> [text_of(message) for message in fetched_history(said).messages]
        ['Be kind.', 'one', 'two!']
        >>> [note.text for note in fetched_history(said).notes]
        ['1 fetched message has an id that is there already']
    """
    fetched = context.get(FetchedHistory)
    if fetched is None or not fetched.messages:
        return context
    messages = context.messages
    opening = _opening(messages)
    new, notes = _new(fetched.messages, messages)
    if new:
        messages = pvector([*messages[:opening], *new, *messages[opening:]])
    return context.tell(FetchedHistory()).with_messages(messages, *notes)


def _opening(messages: Messages) -> int:
    """Count the system messages before anything else."""
    places = (place for place, node in enumerate(messages) if not isinstance(node, System))
    return next(places, len(messages))


def _new(fetched: Messages, messages: Messages) -> tuple[list[Node], tuple[Note, ...]]:
    known = {(node.id, side_of(node)) for node in messages if node.id is not None}
    systems = (node for node in messages if isinstance(node, System))
    rules = {words for node in systems if (words := _rule(node)) is not None}
    new: list[Node] = []
    twice: list[str] = []
    told: list[Node] = []
    for node in fetched:
        if node.id is not None and (node.id, side_of(node)) in known:
            twice.append(node.id)
        elif isinstance(node, System) and _rule(node) in rules:
            told.append(node)
        else:
            new.append(node)
            if node.id is not None:
                known.add((node.id, side_of(node)))
    return new, (*_note_of_twice(twice), *_note_of_told(told))


def _rule(node: System) -> str | None:
    """What a system message says, if it is words alone."""
    if node.blocks or not all(isinstance(part, Text) for part in node.parts):
        return None
    return text_of(node)


def _note_of_twice(ids: list[str]) -> tuple[Note, ...]:
    if not ids:
        return ()
    said = "1 fetched message has" if len(ids) == 1 else f"{len(ids)} fetched messages have"
    named = tuple(dict.fromkeys(ids))
    return (Note(_STEP, "fetched-twice", f"{said} an id that is there already", named),)


def _note_of_told(nodes: list[Node]) -> tuple[Note, ...]:
    if not nodes:
        return ()
    said = (
        "1 fetched system message says"
        if len(nodes) == 1
        else f"{len(nodes)} fetched system messages say"
    )
    named = tuple(node.id for node in nodes if node.id is not None)
    return (Note(_STEP, "same-system", f"{said} what one there says already", named),)
