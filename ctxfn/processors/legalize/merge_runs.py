"""Merge neighbours of one role, for targets that want turns to alternate."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Part, Text, User, reuse
from ctxfn.pipeline import Changed, processor

__all__ = ["join_parts", "merge_runs"]

S = TypeVar("S", bound=User | Assistant)


@processor
def merge_runs(messages: Messages, /, *, across_names: bool = False) -> Messages | Changed:
    """Make one message of user messages in a row, and one of assistant messages in a row.

    Contract:
        Texts that meet are joined by a blank line, all other parts keep their order; calls,
        reasoning, blocks and marks follow each other. The first one's id and origin stay. An
        assistant message with calls ends its run: its results come next. Speakers of different
        names stay apart; with *across_names* they become one message without a name, in which
        each stretch begins with its speaker's name. Each merge is a note; nothing in a row: the
        same object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rule ``consecutive-same-role``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> text_of(merge_runs(chat(user("one"), user("two"), assistant("ok")))[0])
        'one\\n\\ntwo'
    """
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        joined = _joined(*_told_apart(after[-1], node, across_names)) if after else None
        if joined is None:
            after.append(node)
        else:
            after[-1] = joined
            ids = () if node.id is None else (node.id,)
            text = f"a {node.role} message merged into the one before it"
            notes.append(Note("merge_runs", "merged", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def join_parts(first: tuple[Part, ...], second: tuple[Part, ...]) -> tuple[Part, ...]:
    """Append *second* to *first*; two texts that meet become one, a blank line between."""
    if not first or not second:
        return first or second
    end, start = first[-1], second[0]
    if isinstance(end, Text) and isinstance(start, Text) and not end.signature:
        met = evolve(end, text=f"{end.text}\n\n{start.text}") if end.text else start
        return (*first[:-1], met, *second[1:])
    return first + second


def _told_apart(before: Node, node: Node, across_names: bool) -> tuple[Node, Node]:
    """Write the names of two speakers into their words, if they differ and may be joined."""
    match before, node:
        case User(), User() if across_names and before.name != node.name:
            return _speaking(before), _speaking(node)
        case Assistant(calls=()), Assistant() if across_names and before.name != node.name:
            return _speaking(before), _speaking(node)
        case _:
            return before, node


def _speaking(message: S) -> S:
    if message.name is None:
        return message
    first = message.parts[0] if message.parts else None
    parts: tuple[Part, ...] = (Text(f"{message.name}:"), *message.parts)
    if isinstance(first, Text) and not first.signature:
        said = evolve(first, text=f"{message.name}: {first.text}")
        parts = (said, *message.parts[1:])
    return evolve(message, parts=parts, name=None, written=None)


def _joined(before: Node, node: Node) -> Node | None:
    match before, node:
        case User(), User() if before.name == node.name:
            return evolve(
                before,
                parts=join_parts(before.parts, node.parts),
                blocks=before.blocks + node.blocks,
                marks=before.marks + node.marks,
                written=None,
            )
        case Assistant(calls=()), Assistant() if before.name == node.name:
            return evolve(
                before,
                parts=join_parts(before.parts, node.parts),
                calls=node.calls,
                reasoning=before.reasoning + node.reasoning,
                blocks=before.blocks + node.blocks,
                marks=before.marks + node.marks,
                written=None,
            )
        case _:
            return None
