"""PREAMBLE: one message of ours before the first thing a person said.

All that inject here share it; the order of injection is the order of text. Where nobody
spoke, there is nothing to stand before, and nothing is injected.
"""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.messages import NOWHERE, Block, Messages, Node, Origin, User, first_said, inject
from ctxfn.pipeline import Reach
from ctxfn.slots.slot import Slot

__all__ = ["PREAMBLE"]

_OURS: Final = Origin(ours="preamble")


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into our message before the first person's, making it if it is not there."""
    ours_too = [at for at, node in enumerate(messages) if node.origin is not NOWHERE]
    for place in ours_too:
        node = messages[place]
        if isinstance(node, User) and node.origin.ours == "preamble":
            changed = inject(node, block)
            return messages if changed is node else messages.set(place, changed)
    found = first_said(messages)
    if found is None:
        return messages
    ours: Node = User(id="ctxfn:preamble", blocks=(block,), origin=_OURS)
    after = list(messages)
    after.insert(found.place, ours)
    return pvector(after)


def _is_there(messages: Messages) -> bool:
    return first_said(messages) is not None


def _has_none(messages: Messages) -> bool:
    return all(node.origin.ours != "preamble" for node in messages)


PREAMBLE: Final = Slot(
    "preamble", _place, keeps=True, reach=Reach("start", decided=_is_there, passed=_has_none)
)
