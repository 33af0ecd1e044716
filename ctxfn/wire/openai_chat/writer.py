"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

from ctxfn.messages import Node
from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, facts_of, stored_in
from ctxfn.wire.openai_chat.written import Form, form_in
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]


class Writer(Losses):
    """The state of one run; it remembers which store keys a shape of message has."""

    __slots__ = ("_stored", "dialect")

    def __init__(self, profile: Profile, dialect: Dialect = OPENAI) -> None:
        super().__init__(dialect.name, profile)
        self.dialect = dialect
        self._stored: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}

    def copy(self) -> Writer:
        """Return another that goes on from here by itself."""
        other = Writer(self.profile, self.dialect)
        other.losses, other.unsaid = self.losses.copy(), self.unsaid.copy()
        other._stored = self._stored
        return other

    def form_of(self, node: Node) -> Form | None:
        """Return how this codec found *node* written, if it read it."""
        return form_in(node, self.dialect.name)

    def facts(self, spare: dict[str, object], role: str) -> Facts:
        """Read what the carried keys say of a store's knowledge."""
        keys = tuple(spare)
        stored = self._stored.get(keys)
        if stored is None:
            stored = self._stored[keys] = stored_in(keys)
        return facts_of(spare, stored, role) if stored else NOTHING
