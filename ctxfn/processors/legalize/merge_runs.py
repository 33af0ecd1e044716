"""Merge neighbours of one role, for targets that want turns to alternate."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, User, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["merge_runs"]


@processor
def merge_runs(messages: Messages, /) -> Messages | Changed:
    """Make one message of user messages in a row, and one of assistant messages in a row.

    Contract:
        As `join_messages`: nothing of either is lost. Messages of different names stay apart,
        and so do a message of ours and one that was said. An assistant message with calls
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
            return before.name == node.name
        case Assistant(calls=()), Assistant():
            return before.name == node.name
        case _:
            return False


def _joined(run: list[Node]) -> Node:
    match run[0]:
        case User() as first if len(run) > 1:
            return join_messages(first, *(node for node in run[1:] if isinstance(node, User)))
        case Assistant() as first if len(run) > 1:
            return join_messages(first, *(node for node in run[1:] if isinstance(node, Assistant)))
        case alone:
            return alone
