"""SYSTEM: the system message, where what is stable belongs.

The first system message, wherever it stands; none: one of ours at the very front.
"""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.messages import (
    At,
    Block,
    Messages,
    Origin,
    System,
    first_of,
    inject,
    text_of,
    with_blocks,
)
from ctxfn.pipeline import Reach
from ctxfn.slots.slot import Slot

__all__ = ["SYSTEM"]


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into the first system message; a text that stands there already is not added."""
    found = first_of(System, messages)
    if found is None:
        ours = System(id="ctxfn:system", blocks=(block,), origin=Origin(ours="system"))
        return pvector([ours, *messages])
    if _stands_already(messages, block):
        return _without(messages, found, block.name)
    changed = inject(found.node, block)
    return messages if changed is found.node else messages.set(found.place, changed)


def _stands_already(messages: Messages, block: Block) -> bool:
    """Say whether some system message says just this: a history stored with its own prompt."""
    return block.text != "" and any(
        text_of(node) == block.text
        or any(b.text == block.text and b.name != block.name for b in node.blocks)
        for node in [node for node in messages if type(node) is System]
    )


def _without(messages: Messages, found: At, name: str) -> Messages:
    """Take away what stands under *name* with an older text: the new one is said elsewhere."""
    kept = tuple(b for b in found.node.blocks if b.name != name)
    if len(kept) == len(found.node.blocks):
        return messages
    return messages.set(found.place, with_blocks(found.node, kept))


def _has_none(messages: Messages) -> bool:
    return System not in set(map(type, messages))


SYSTEM: Final = Slot("system", _place, keeps=True, reach=Reach("start", passed=_has_none))
