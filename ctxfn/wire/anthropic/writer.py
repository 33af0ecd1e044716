"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from ctxfn.messages import NOWHERE, Message
from ctxfn.wire.anthropic.written import CODEC
from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_chat.facts import NOTHING, facts_of, stored_in
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]


class Writer(Losses):
    """The state of one run."""

    __slots__ = ()

    def __init__(self, profile: Profile) -> None:
        super().__init__(CODEC, profile)

    def carried(self, node: Message) -> dict[str, object]:
        """Take the keys carried for *node*, and count what they do not say of a store's knowledge."""
        plain = not node.extras and node.id is None and node.origin is NOWHERE
        counted = getattr(node, "usage", None) is not None
        if plain and not node.marks and not node.blocks and not counted:
            return {}
        self.lose_blocks(node)
        spare = self.spare(node.extras)
        facts = facts_of(spare, stored_in(tuple(spare)), node.role) if spare else NOTHING
        self.leave_stored(node, facts)
        return spare
