"""EACH_USER: every message of the person, for what belongs to that very message."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Block, Messages, Node, inject, is_said, over_messages
from ctxfn.pipeline import Reach
from ctxfn.slots.slot import Slot

__all__ = ["EACH_USER"]


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into everything a person said."""

    def change(node: Node) -> Node:
        return inject(node, block) if is_said(node) else node

    return over_messages(change, messages)


EACH_USER: Final = Slot("each_user", _place, keeps=True, reach=Reach())
