"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from ctxfn.messages import Extras, extra
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, facts_of, stored_in
from ctxfn.wire.openai_chat.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]


class Writer:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("_stored", "index", "losses", "profile", "unsaid")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.index: int | None = None
        self.losses: list[Loss] = []
        self.unsaid: dict[str, int] = {}
        self._stored: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}

    def copy(self) -> Writer:
        """Return another that goes on from here by itself."""
        other = Writer(self.profile)
        other.losses, other.unsaid = self.losses.copy(), self.unsaid.copy()
        other._stored = self._stored
        return other

    def lose(self, path: str, reason: str) -> None:
        """Record that what the message has at *path* is not in the body."""
        self.losses.append(Loss(self.index, path, reason))

    def leave(self, field: str) -> None:
        """Count a message whose *field* nobody but a store would look for."""
        self.unsaid[field] = self.unsaid.get(field, 0) + 1

    def spare(self, extras: Extras) -> dict[str, object]:
        """Take what this codec kept; what others kept is left behind, and counted."""
        for name, _ in extras:
            if name != CODEC:
                self.leave(f"extras.{name}")
        return extra(extras, CODEC)

    def facts(self, spare: dict[str, object], role: str) -> Facts:
        """Read what the carried keys say of a store's knowledge."""
        keys = tuple(spare)
        stored = self._stored.get(keys)
        if stored is None:
            stored = self._stored[keys] = stored_in(keys)
        return facts_of(spare, stored, role) if stored else NOTHING

    def all_losses(self) -> tuple[Loss, ...]:
        """List every loss, one for each field that was left behind anywhere."""
        left = (
            Loss(None, f"messages[].{field}", f"no word for it here, left out of {count}")
            for field, count in sorted(self.unsaid.items())
        )
        return (*self.losses, *left)
