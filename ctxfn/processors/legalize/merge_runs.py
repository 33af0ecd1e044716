"""Merge neighbours of one role, for targets that want turns to alternate."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Part, Text, User, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["merge_runs"]

S = TypeVar("S", User, Assistant)


@processor
def merge_runs(messages: Messages, /, *, across_speakers: bool = False) -> Messages | Changed:
    """Make one message of user messages in a row, and one of assistant messages in a row.

    Contract:
        As `join_messages`: nothing of either is lost. Messages of different names stay apart,
        and so do a message of ours and one that was said. With *across_speakers* they are
        joined all the same, for targets that refuse two in a row: each stretch begins with its
        speaker's name, and what is in part a person's is a person's. An assistant message with
        calls ends its run: its results come next. Each merge is a note; nothing in a row: the
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
        joined = _joined(*_told_apart(after[-1], node, across_speakers)) if after else None
        if joined is None:
            after.append(node)
        else:
            after[-1] = joined
            ids = () if node.id is None else (node.id,)
            text = f"a {node.role} message merged into the one before it"
            notes.append(Note("merge_runs", "merged", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def _told_apart(before: Node, node: Node, across_speakers: bool) -> tuple[Node, Node]:
    """Make of two speakers that may be joined one, their names written into their words."""
    match before, node:
        case User(), User() if across_speakers:
            return _as_one(before, node)
        case Assistant(calls=()), Assistant() if across_speakers:
            return _as_one(before, node)
        case _:
            return before, node


def _as_one(before: S, node: S) -> tuple[S, S]:
    if before.origin.ours != node.origin.ours:
        before, node = _said(before), _said(node)
    if before.name != node.name:
        before, node = _speaking(before), _speaking(node)
    return before, node


def _said(message: S) -> S:
    if message.origin.ours is None:
        return message
    return evolve(message, origin=evolve(message.origin, ours=None))


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
    if before.origin.ours != node.origin.ours:
        return None
    match before, node:
        case User(), User() if before.name == node.name:
            return join_messages(before, node)
        case Assistant(calls=()), Assistant() if before.name == node.name:
            return join_messages(before, node)
        case _:
            return None
