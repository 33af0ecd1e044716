"""A block at the very end that never joins what a person said."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Block, Messages, Origin, User, inject, is_ours

__all__ = ["inject_behind"]

_OURS: Final = Origin(ours="tail")


def inject_behind(messages: Messages, block: Block) -> Messages:
    """Inject into the last message of ours made for the tail, or add one at the end.

    Unlike `TAIL`, which goes along with a person who spoke last. Later injectors of that slot
    find the message made here.
    """
    for place in range(len(messages) - 1, -1, -1):
        node = messages[place]
        if not is_ours(node):
            break
        if isinstance(node, User) and node.origin.ours == "tail":
            changed = inject(node, block)
            return messages if changed is node else messages.set(place, changed)
    return messages.append(User(id="ctxfn:tail", blocks=(block,), origin=_OURS))
