"""What one run of encode carries along: the target, and what could not be said."""

from __future__ import annotations

import re
from typing import Final

from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_responses.item_ids import id_fault
from ctxfn.wire.openai_responses.written import CODEC
from ctxfn.wire.profiles import Profile

__all__ = ["Writer"]

_HEAD: Final = re.compile(r"[^.\[]*")


class Writer(Losses):
    """The state of one run; it knows which fields of the message at hand are told already."""

    __slots__ = ("stateless", "told")

    def __init__(self, profile: Profile, *, stored: bool = True) -> None:
        super().__init__(CODEC, profile)
        #: Whether ids of items mean nothing to the server, which keeps none.
        self.stateless = profile.item_ids_stored and not stored
        #: The fields of the message at hand of which a loss tells already.
        self.told: set[str] = set()

    def begin(self, index: int | None) -> None:
        """Turn to message *index*."""
        self.index = index
        self.told = set()

    def lose(self, path: str, reason: str) -> None:
        """Record that what the message has at *path* is not in the body."""
        super().lose(path, reason)
        self._tell(path)

    def leave(self, field: str) -> None:
        """Count a message whose *field* nobody but a store would look for."""
        super().leave(field)
        self._tell(field)

    def takes_id(self, kind: str, id: object, path: str, *, whole: bool = False) -> bool:
        """Say whether an item of type *kind* can be sent with *id*; if not, tell why.

        *whole*: the item has all that its id stands for, so nobody looks it up.
        """
        fault = id_fault(kind, id, self.profile, stateless=self.stateless and not whole)
        if fault is not None:
            self.lose(path, fault.expected)
        return fault is None

    def _tell(self, path: str) -> None:
        found = _HEAD.match(path)
        self.told.add(found.group() if found else path)
