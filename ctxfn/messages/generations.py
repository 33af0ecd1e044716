"""A bounded memory in two generations: what is still in use stays, and nobody has to count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

__all__ = ["Generations"]

V = TypeVar("V")


class Generations(Generic[V]):
    """Values by key, each with its weight; when the younger of two generations is full, the older goes.

    Both are one value, replaced as one: threads that share it may each do the same work, and
    never see half of it. A key is often the identity of a message; then the value has to hold
    that message, and whoever gets it has to compare.

    Examples:
        >>> memory = Generations[str](2)
        >>> for key in "abc":
        ...     memory.put(key, key.upper())
        >>> memory.get("a"), memory.held
        ('A', 3)
        >>> for key in "de":
        ...     memory.put(key, key.upper())
        >>> memory.get("b") is None
        True
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._both: tuple[dict[object, tuple[V, int]], dict[object, tuple[V, int]]] = {}, {}
        self._weight = 0

    @property
    def held(self) -> int:
        """The weight of what is remembered."""
        young, old = self._both
        kept = (weight for key, (_, weight) in list(old.items()) if key not in young)
        return sum(weight for _, weight in list(young.values())) + sum(kept)

    def get(self, key: object) -> V | None:
        """Return what is remembered under *key*, if anything is; it counts as used."""
        young, old = self._both
        found = young.get(key)
        if found is None:
            found = old.get(key)
            if found is None:
                return None
            self._put(key, found)
        return found[0]

    def each(self, keys: Sequence[object]) -> list[V | None]:
        """Return what is remembered under each of *keys*, as `get` does one by one."""
        young, _ = self._both
        found = map(young.get, keys)
        return [
            self.get(key) if one is None else one[0] for key, one in zip(keys, found, strict=True)
        ]

    def put(self, key: object, value: V, weight: int = 1) -> None:
        """Remember *value*, in the place of what stood under *key*."""
        self._put(key, (value, weight))

    def _put(self, key: object, found: tuple[V, int]) -> None:
        young, _ = self._both
        before = young.get(key)
        added = found[1] - (0 if before is None else before[1])
        if self._weight + added > self._limit:
            self._both = {}, young
            young, _ = self._both
            added = found[1]
            self._weight = 0
        young[key] = found
        self._weight += added
