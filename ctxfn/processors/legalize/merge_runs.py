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
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        joined = _joined(after[-1], node) if after else None
        if joined is None:
            after.append(node)
        else:
            after[-1] = joined
            ids = () if node.id is None else (node.id,)
            text = f"a {node.role} message merged into the one before it"
            notes.append(Note("merge_runs", "merged", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


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
