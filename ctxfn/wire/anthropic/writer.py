"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from typing import Final

from attrs import fields

from ctxfn.messages import (
    NOWHERE,
    Attributed,
    Enveloped,
    Extras,
    Message,
    Origin,
    Reported,
    extra,
    is_ours,
)
from ctxfn.wire.anthropic.written import CODEC
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.facts import NOTHING, facts_of, stored_in
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]

#: What a store knows of a message; `ours` is about our own work.
_ORIGIN_FIELDS: Final = tuple(one.name for one in fields(Origin) if one.name != "ours")


class Writer:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("index", "losses", "profile", "unsaid")

    def __init__(self, profile: Profile) -> None:
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
            if name != CODEC:
                self.leave(f"extras.{name}")
        return extra(extras, CODEC)

    def carried(self, node: Message) -> dict[str, object]:
        """Take the keys carried for *node*, and count what they do not say of a store's knowledge."""
        plain = not node.extras and node.id is None and node.origin is NOWHERE
        if plain and not node.marks and not node.blocks:
            return {}
        for number, block in enumerate(node.blocks):
            self.lose(f"blocks[{number}]", f"the block {block.name!r} has not been written out")
        spare = self.spare(node.extras)
        facts = facts_of(spare, stored_in(tuple(spare)), node.role) if spare else NOTHING
        if node.id != facts.id and not is_ours(node):
            self.leave("id")
        for name in _ORIGIN_FIELDS if node.origin is not facts.origin else ():
            if getattr(node.origin, name) != getattr(facts.origin, name):
                self.leave(f"origin.{name}")
        for mark in node.marks:
            if mark not in facts.marks and not isinstance(mark, Enveloped | Reported | Attributed):
                self.leave(f"marks.{type(mark).__name__}")
        if getattr(node, "usage", None) not in (None, facts.usage):
            self.leave("usage")
        return spare

    def all_losses(self) -> tuple[Loss, ...]:
        """List every loss, one for each field that was left behind anywhere."""
        left = (
            Loss(None, f"messages[].{field}", f"no word for it here, left out of {count}")
            for field, count in sorted(self.unsaid.items())
        )
        return (*self.losses, *left)
