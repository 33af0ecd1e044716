"""EACH_USER: every message of the person, for what belongs to that very message."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Block, Messages, Node, User, inject, is_ours, over_messages
from ctxfn.slots.slot import Slot

__all__ = ["EACH_USER"]


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into every user message that is not ours."""

    def change(node: Node) -> Node:
        return inject(node, block) if isinstance(node, User) and not is_ours(node) else node

    return over_messages(change, messages)


EACH_USER: Final = Slot("each_user", _place, keeps=True)
