"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, facts_of, stored_in
from ctxfn.wire.openai_chat.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]


class Writer(Losses):
    """The state of one run; it remembers which store keys a shape of message has."""

    __slots__ = ("_stored",)

    def __init__(self, profile: Profile) -> None:
        super().__init__(CODEC, profile)
        self._stored: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}

    def facts(self, spare: dict[str, object], role: str) -> Facts:
        """Read what the carried keys say of a store's knowledge."""
        keys = tuple(spare)
        stored = self._stored.get(keys)
        if stored is None:
            stored = self._stored[keys] = stored_in(keys)
        return facts_of(spare, stored, role) if stored else NOTHING
