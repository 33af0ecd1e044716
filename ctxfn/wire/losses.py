"""What one run of encode could not say: one account for every codec."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import fields

from ctxfn.messages import Attributed, Enveloped, Extras, Message, Origin, Reported, extra, is_ours
from ctxfn.wire.codec import Loss

if TYPE_CHECKING:
    from ctxfn.wire.openai_chat.facts import Facts
    from ctxfn.wire.profiles import Profile

__all__ = ["Losses"]

#: What a store knows of a message; `ours` is about our own work.
_ORIGIN_FIELDS: Final = tuple(one.name for one in fields(Origin) if one.name != "ours")


class Losses:
    """The state of one run of the codec named *codec*; nothing of it outlives the run."""

    __slots__ = ("codec", "index", "losses", "profile", "unsaid")

    def __init__(self, codec: str, profile: Profile) -> None:
        self.codec = codec
        self.profile = profile
        self.index: int | None = None
        self.losses: list[Loss] = []
        self.unsaid: dict[str, int] = {}

    def lose(self, path: str, reason: str) -> None:
        """Record that what the message has at *path* is not in the body."""
        self.losses.append(Loss(self.index, path, reason))

    def leave(self, field: str) -> None:
        """Count a message whose *field* nobody but a store would look for."""
        self.unsaid[field] = self.unsaid.get(field, 0) + 1

    def spare(self, extras: Extras) -> dict[str, object]:
        """Take what this codec kept; what others kept is left behind, and counted."""
        if not extras:
            return {}
        for name, _ in extras:
            if name != self.codec:
                self.leave(f"extras.{name}")
        return extra(extras, self.codec)

    def lose_blocks(self, node: Message) -> None:
        """Say which blocks of *node* are not written."""
        for number, block in enumerate(node.blocks):
            self.lose(f"blocks[{number}]", f"the block {block.name!r} has not been written out")

    def leave_stored(self, node: Message, facts: Facts) -> None:
        """Count what a store knows of *node* beyond *facts*, which are written."""
        if node.id != facts.id and not is_ours(node):  # nobody stored what we made
            self.leave("id")
        if node.origin is not facts.origin:
            for name in _ORIGIN_FIELDS:
                if getattr(node.origin, name) != getattr(facts.origin, name):
                    self.leave(f"origin.{name}")
        for mark in node.marks:
            if mark not in facts.marks and not isinstance(mark, Enveloped | Reported | Attributed):
                self.leave(f"marks.{type(mark).__name__}")
        if getattr(node, "usage", None) not in (None, facts.usage):
            self.leave("usage")

    def all_losses(self) -> tuple[Loss, ...]:
        """List every loss, one for each field that was left behind anywhere."""
        left = (
            Loss(None, f"messages[].{field}", f"no word for it here, left out of {count}")
            for field, count in sorted(self.unsaid.items())
        )
        return (*self.losses, *left)
