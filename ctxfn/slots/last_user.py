"""LAST_USER: the last thing a person said.

For what is fixed while one turn runs. What changes between two calls of one turn belongs
to TAIL: in a tool loop the last user message is far from the end, and changing it would
cost the cache of everything behind it.
"""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Block, Messages, inject, last_said
from ctxfn.pipeline import Reach
from ctxfn.slots.slot import Slot

__all__ = ["LAST_USER"]


def _place(messages: Messages, block: Block) -> Messages:
    """Inject into the last user message not ours; where nobody spoke, nowhere."""
    found = last_said(messages)
    if found is None:
        return messages
    changed = inject(found.node, block)
    return messages if changed is found.node else messages.set(found.place, changed)


def _is_there(messages: Messages) -> bool:
    return last_said(messages) is not None


LAST_USER: Final = Slot("last_user", _place, keeps=True, reach=Reach("end", decided=_is_there))
