"""Merge neighbours of one role, for targets that want turns to alternate."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Text, User, neutralise, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["merge_runs"]

M = TypeVar("M", User, Assistant)


@processor
def merge_runs(messages: Messages, /) -> Messages | Changed:
    """Make one message of user messages in a row, and one of assistant messages in a row.

    Contract:
        As `join_messages`: nothing of either is lost. Where names differ, each is written before
        its words. A message of ours and one that was said stay apart. An assistant message with calls
        ends its run: its results come next. Each merge is a note; nothing in a row: the same
        object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rule ``consecutive-same-role``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> text_of(merge_runs(chat(user("one"), user("two"), assistant("ok")))[0])
        'one\\n\\ntwo'
    """
    runs: list[list[Node]] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        if not runs or not _continues(runs[-1][-1], node):
            runs.append([node])
            continue
        runs[-1].append(node)
        ids = () if node.id is None else (node.id,)
        text = f"a {node.role} message merged into the one before it"
        notes.append(Note("merge_runs", "merged", text, ids, (place,)))
    if not notes:
        return messages
    return Changed(reuse(messages, [_joined(run) for run in runs]), tuple(notes))


def _continues(before: Node, node: Node) -> bool:
    """Say whether *node* goes on saying what *before* says."""
    if before.origin.ours != node.origin.ours:
        return False
    match before, node:
        case User(), User():
            return True
        case Assistant(calls=()), Assistant():
            return True
        case _:
            return False


def _joined(run: list[Node]) -> Node:
    if len(run) == 1:
        return run[0]
    named = len({getattr(node, "name", None) for node in run}) > 1
    if isinstance(run[0], User):
        users = [one for node in run if isinstance(node, User) for one in _said_by(node, named)]
        return join_messages(*users)
    answers = [one for node in run if isinstance(node, Assistant) for one in _said_by(node, named)]
    return join_messages(*answers)


def _said_by(message: M, named: bool) -> list[M]:
    """Let the text say who speaks, if the joined message can't."""
    if not named or message.name is None:
        return [message]
    label = Text(neutralise(f"[{message.name}]"))
    return [type(message)((label,), origin=message.origin), evolve(message, name=None)]
