"""What was booked once is not booked again: a bounded memory, by identity."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

from ctxfn.messages import Node

from .booking import Booked, booked
from .counters import Counter
from .tariff import Tariff

__all__ = ["Books", "books_for"]

#: Messages remembered in each of two generations.
_LIMIT: Final = 16_384


class Books:
    """A memory of how messages are booked with one counter and tariff.

    Records do not change, so it only saves work. Of two generations the older goes when the
    younger is full, so what is still in use stays.
    """

    def __init__(self, book: Callable[[Node], Booked], *, limit: int = _LIMIT) -> None:
        self._book = book
        self._limit = limit
        # A value holds its node, so that no other can get the same identity meanwhile.
        self._young: dict[int, tuple[Booked, Node]] = {}
        self._old: dict[int, tuple[Booked, Node]] = {}

    def of(self, node: Node) -> Booked:
        """Return how *node* is booked.

        Complexity: O(1) for a node seen before, else O(characters).
        """
        key = id(node)
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key) or (self._book(node), node)
            if len(self._young) >= self._limit:
                self._old, self._young = self._young, {}
            self._young[key] = found
        return found[0]


@functools.lru_cache(maxsize=16)
def books_for(
    counter: Counter, tariff: Tariff, apart: Callable[[Node], Sequence[Node]], believed: bool
) -> Books:
    """Return the memory that all accounts of one kind share.

    Complexity: O(1).

    Source: ours.
    """
    return Books(lambda node: booked(apart(node), counter, tariff, believed=believed))
