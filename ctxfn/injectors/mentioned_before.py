"""What the conversation named before its last question."""

from __future__ import annotations

from ctxfn.messages import Mention, Messages, last_said, marks_of

__all__ = ["mentioned_before"]


def mentioned_before(messages: Messages, kind: str) -> frozenset[str]:
    """Collect the ids of what messages but the person's last one mention of *kind*.

    What stands inside a compressed stretch is not read by the model, and not looked at.
    """
    last = last_said(messages)
    place = None if last is None else last.place
    return frozenset(
        mark.id
        for index, node in enumerate(messages)
        if node.marks and index != place
        for mark in marks_of(Mention, node)
        if mark.kind == kind
    )
