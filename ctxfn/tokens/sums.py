"""Sums: amounts in a row, appended, changed and searched in O(log n), kept by sharing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from attrs import frozen

__all__ = ["NO_SUMS", "Amounts", "Sums", "sums_of"]

#: Children of one branch: wide enough for few levels, narrow enough to copy.
_WIDTH: Final = 32


class Amounts(NamedTuple):
    """What stands at one place, or at many: tokens, messages, atoms and groups."""

    tokens: int = 0
    messages: int = 0
    atoms: int = 0
    groups: int = 0

    def and_(self, other: Amounts) -> Amounts:
        """Return both together."""
        return Amounts(
            self.tokens + other.tokens,
            self.messages + other.messages,
            self.atoms + other.atoms,
            self.groups + other.groups,
        )

    def less(self, other: Amounts) -> Amounts:
        """Return what is left of these without *other*."""
        return Amounts(
            self.tokens - other.tokens,
            self.messages - other.messages,
            self.atoms - other.atoms,
            self.groups - other.groups,
        )


_NOTHING: Final = Amounts()


class _Branch(NamedTuple):
    total: Amounts
    below: tuple[_Below, ...]


_Below: TypeAlias = "Amounts | _Branch"


@frozen
class Sums:
    """A row of `Amounts` with the sum of each stretch of it; equal rows are equal.

    A tree of branches of 32: each knows the total of what is below, and a change copies the
    way down to it and shares the rest.
    """

    size: int
    _height: int
    _root: _Branch

    @property
    def total(self) -> Amounts:
        """All amounts together."""
        return self._root.total

    def append(self, amounts: Amounts) -> Sums:
        """Return the row with *amounts* behind it.

        Complexity: O(log n).
        """
        root = _appended(self._root, amounts, self._height)
        if root is not None:
            return Sums(self.size + 1, self._height, root)
        chain = _chain(amounts, self._height)
        root = _Branch(self.total.and_(amounts), (self._root, chain))
        return Sums(self.size + 1, self._height + 1, root)

    def add(self, place: int, amounts: Amounts) -> Sums:
        """Return the row with *amounts* added to those at *place*.

        Complexity: O(log n).
        """
        return Sums(self.size, self._height, _added(self._root, place, amounts, self._height))

    def before(self, place: int) -> Amounts:
        """Return the sum of the first *place* amounts.

        Complexity: O(log n).
        """
        total, branch = _NOTHING, self._root
        for level in range(self._height, -1, -1):
            number, place = divmod(place, _WIDTH**level)
            total = total.and_(_sum(branch.below[:number]))
            below = branch.below[number] if number < len(branch.below) else None
            if not isinstance(below, _Branch):
                break
            branch = below
        return total

    def reach(self, amount: int, what: int) -> int:
        """Return how many amounts from the front it takes until *what* of them reach *amount*.

        *what* is the place of a field of `Amounts`. Where all do not reach it: the size.

        Complexity: O(log n).
        """
        if amount <= 0:
            return 0
        if self.total[what] < amount:
            return self.size
        place, number, branch = 0, 0, self._root
        for level in range(self._height, -1, -1):
            for number, one in enumerate(branch.below):
                here = _total(one)[what]
                if here >= amount:
                    place += number * _WIDTH**level
                    break
                amount -= here
            below = branch.below[number]
            if isinstance(below, _Branch):
                branch = below
        return place + 1

    def __iter__(self) -> Iterator[Amounts]:
        """Yield the amounts in order."""
        waiting: list[_Below] = [self._root]
        while waiting:
            one = waiting.pop()
            if isinstance(one, _Branch):
                waiting.extend(reversed(one.below))
            else:
                yield one


NO_SUMS: Final = Sums(0, 0, _Branch(_NOTHING, ()))


def sums_of(amounts: Iterable[Amounts]) -> Sums:
    """Return the row of *amounts*.

    Complexity: O(n).

    Source: ours.

    Examples:
        >>> row = sums_of(Amounts(tokens=n) for n in (5, 3, 9))
        >>> row.before(2).tokens, row.reach(6, 0), row.append(Amounts(tokens=1)).total.tokens
        (8, 2, 18)
    """
    level: list[_Below] = list(amounts)
    size, height = len(level), 0
    branches = _branches(level)
    while len(branches) > 1:
        branches, height = _branches(list(branches)), height + 1
    return Sums(size, height, branches[0]) if branches else NO_SUMS


def _branches(level: list[_Below]) -> list[_Branch]:
    groups = (tuple(level[start : start + _WIDTH]) for start in range(0, len(level), _WIDTH))
    return [_Branch(_sum(group), group) for group in groups]


def _sum(group: tuple[_Below, ...]) -> Amounts:
    return Amounts(*map(sum, zip(*map(_total, group), strict=True))) if group else _NOTHING


def _total(below: _Below) -> Amounts:
    return below.total if isinstance(below, _Branch) else below


def _chain(amounts: Amounts, height: int) -> _Branch:
    branch = _Branch(amounts, (amounts,))
    for _ in range(height):
        branch = _Branch(amounts, (branch,))
    return branch


def _appended(branch: _Branch, amounts: Amounts, height: int) -> _Branch | None:
    """Return *branch* with *amounts* at its end, or `None` if it is full."""
    last = branch.below[-1] if branch.below else None
    new: _Below | None = None
    if isinstance(last, _Branch):
        new = _appended(last, amounts, height - 1)
    if new is not None:
        return _Branch(branch.total.and_(amounts), (*branch.below[:-1], new))
    if len(branch.below) == _WIDTH:
        return None
    new = _chain(amounts, height - 1) if height else amounts
    return _Branch(branch.total.and_(amounts), (*branch.below, new))


def _added(branch: _Branch, place: int, amounts: Amounts, height: int) -> _Branch:
    number, place = divmod(place, _WIDTH**height)
    below = branch.below[number]
    if isinstance(below, _Branch):
        new: _Below = _added(below, place, amounts, height - 1)
    else:
        new = below.and_(amounts)
    return _Branch(
        branch.total.and_(amounts), (*branch.below[:number], new, *branch.below[number + 1 :])
    )
