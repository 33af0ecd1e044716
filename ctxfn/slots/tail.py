"""TAIL: the very end, for what changes between two calls of one turn.

If a person spoke last, with that message; else in a last user message of ours.
"""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Block, Messages, Origin, User, inject, is_said
from ctxfn.pipeline import Reach
from ctxfn.slots.slot import Slot

__all__ = ["TAIL"]

_OURS: Final = Origin(ours="tail")


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into the last message if it is the person's or our tail, else add our tail."""
    last = messages[-1] if messages else None
    if isinstance(last, User) and (is_said(last) or last.origin.ours == "tail"):
        changed = inject(last, block)
        return messages if changed is last else messages.set(len(messages) - 1, changed)
    return messages.append(User(id="ctxfn:tail", blocks=(block,), origin=_OURS))


TAIL: Final = Slot("tail", _place, keeps=True, reach=Reach("end", decided=bool))
