"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

import re
from typing import Final

from ctxfn.messages import Extras, extra
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_responses.item_ids import id_fault
from ctxfn.wire.openai_responses.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]

_HEAD: Final = re.compile(r"[^.\[]*")


class Writer:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("index", "losses", "profile", "stateless", "told", "unsaid")

    def __init__(self, profile: Profile, *, stored: bool = True) -> None:
        self.profile = profile
        #: Whether ids of items mean nothing to the server, which keeps none.
        self.stateless = profile.item_ids_stored and not stored
        self.index: int | None = None
        self.losses: list[Loss] = []
        self.unsaid: dict[str, int] = {}
        #: The fields of the message at hand of which a loss tells already.
        self.told: set[str] = set()

    def begin(self, index: int | None) -> None:
        """Turn to message *index*."""
        self.index = index
        self.told = set()

    def lose(self, path: str, reason: str) -> None:
        """Record that what the message has at *path* is not in the body."""
        self.losses.append(Loss(self.index, path, reason))
        self._tell(path)

    def leave(self, field: str) -> None:
        """Count a message whose *field* nobody but a store would look for."""
        self.unsaid[field] = self.unsaid.get(field, 0) + 1
        self._tell(field)

    def spare(self, extras: Extras) -> dict[str, object]:
        """Take what this codec kept; what others kept is left behind, and counted."""
        for name, _ in extras:
            if name != CODEC:
                self.leave(f"extras.{name}")
        return extra(extras, CODEC)

    def takes_id(self, kind: str, id: object, path: str, *, whole: bool = False) -> bool:
        """Say whether an item of type *kind* can be sent with *id*; if not, tell why.

        *whole*: the item has all that its id stands for, so nobody looks it up.
        """
        fault = id_fault(kind, id, self.profile, stateless=self.stateless and not whole)
        if fault is not None:
            self.lose(path, fault.expected)
        return fault is None

    def all_losses(self) -> tuple[Loss, ...]:
        """List every loss, one for each field that was left behind anywhere."""
        left = (
            Loss(None, f"messages[].{field}", f"no word for it here, left out of {count}")
            for field, count in sorted(self.unsaid.items())
        )
        return (*self.losses, *left)

    def _tell(self, path: str) -> None:
        found = _HEAD.match(path)
        self.told.add(found.group() if found else path)
