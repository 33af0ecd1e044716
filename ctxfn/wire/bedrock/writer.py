"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from ctxfn.messages import NOWHERE, Message
from ctxfn.wire.bedrock.written import CODEC
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
        if getattr(node, "name", None) is not None:
            self.lose("name", "speakers have no names here")
        known = node.extras or node.id is not None or node.origin is not NOWHERE or node.marks
        if not known and not node.blocks and getattr(node, "usage", None) is None:
            return {}
        self.lose_blocks(node)
        spare = self.spare(node.extras)
        beside = {key: one for key, one in spare.items() if key != "toolResult"}
        facts = facts_of(beside, stored_in(tuple(beside)), node.role) if beside else NOTHING
        self.leave_stored(node, facts)
        return spare
