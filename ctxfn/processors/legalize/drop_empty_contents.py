"""Leave out messages without any part, and let what they kept apart stand together."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, System, User, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["drop_empty_contents", "has_no_part"]

_STEP: Final = "drop_empty_contents"


@processor
def drop_empty_contents(messages: Messages, /) -> Messages | Changed:
    """Leave out messages that hold nothing at all, and join the neighbours that meet then.

    Contract:
        Nothing is: no part, no call, no thought, and no block that is still to be written. A
        text of no character is a part. Two messages of a person, or two answers of which the
        first does not call, become one if only such messages stood between them; their parts
        stay apart. Each that goes and each that is joined is noted. Nothing empty: the same
        object. Twice is once.

    Complexity: O(messages + parts).

    Source: catalogue rule ``empty-parts``; agno-agi/agno#6644, google-gemini/gemini-cli#7769.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> said = drop_empty_contents(chat(user("hi"), assistant(), user("still there?")))
        >>> [[part.text for part in message.parts] for message in said]
        [['hi', 'still there?']]
    """
    after: list[Node] = []
    notes: list[Note] = []
    met = False
    for place, node in enumerate(messages):
        if has_no_part(node):
            text = f"a {node.role} message of nothing went"
            notes.append(Note(_STEP, "empty-dropped", text, _named(node), (place,)))
            met = True
            continue
        joined = _joined(after[-1], node) if met and after else None
        if joined is None:
            after.append(node)
        else:
            after[-1] = joined
            text = f"a {node.role} message joined the one before it: nothing stood between them"
            notes.append(Note(_STEP, "merged", text, _named(node), (place,)))
        met = False
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def has_no_part(node: Node) -> bool:
    """Say whether *node*, a message, holds nothing that a format could write.

    Contract:
        No part, no call, no thought and no block. A result says at least that a tool answered;
        a card is none.

    Complexity: O(1).

    Source: catalogue rule ``empty-parts``.

    Examples:
        >>> from ctxfn.messages import assistant, tool_result
        >>> has_no_part(assistant()), has_no_part(tool_result("c1"))
        (True, False)
    """
    if not isinstance(node, System | User | Assistant) or node.parts or node.blocks:
        return False
    return not isinstance(node, Assistant) or not (node.calls or node.reasoning)


def _joined(before: Node, node: Node) -> Node | None:
    match before, node:
        case User(), User() if before.name == node.name:
            return join_messages(before, node, texts="apart")
        case Assistant(calls=()), Assistant():
            return join_messages(before, node, texts="apart")
        case _:
            return None


def _named(node: Node) -> tuple[str, ...]:
    return () if node.id is None else (node.id,)
