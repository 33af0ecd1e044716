"""What one run of encode carries along: the target, what could not be said, calls so far."""

from __future__ import annotations

from ctxfn.messages import Message
from ctxfn.wire.gemini.pending import Pending
from ctxfn.wire.gemini.written import CODEC
from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_chat.facts import NOTHING
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]


class Writer(Losses):
    """The state of one run, with the calls that wait for their results."""

    __slots__ = ("pending",)

    def __init__(self, profile: Profile) -> None:
        super().__init__(CODEC, profile)
        self.pending = Pending()

    def carried(self, node: Message) -> dict[str, object]:
        """Take the keys carried for *node*, and say what else of it has no place here."""
        if getattr(node, "name", None) is not None:
            self.lose("name", "speakers have no names here")
        self.lose_blocks(node)
        self.leave_stored(node, NOTHING)
        return self.spare(node.extras)
