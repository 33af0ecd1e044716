"""What was worked out of a record once is not worked out again; kept as long as the record is."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["ByIdentity"]

K = TypeVar("K")
V = TypeVar("V")


class ByIdentity(Generic[K, V]):
    """A memory of what *make* makes of records, by identity.

    Records do not change, so it only saves work. It keeps no record alive.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._known: dict[int, tuple[weakref.ref[K], V | None]] = {}

    def of(self, record: K) -> V:
        """Return what is made of *record*.

        Complexity: O(1) for one seen before.
        """
        key = id(record)
        found = self._known.get(key)
        if found is not None and found[0]() is record:
            # What is made of a record may be itself, and must not keep it alive.
            return record if found[1] is None else found[1]  # type: ignore[return-value]
        made = self._make(record)
        self._known[key] = (
            weakref.ref(record, lambda _: self._forget(key)),
            None if made is record else made,
        )
        return made

    def _forget(self, key: int) -> None:
        self._known.pop(key, None)
