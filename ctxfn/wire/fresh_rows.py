"""Rows that are copied through and through, at the price of copying dicts."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, Final

__all__ = ["Copies"]

_CALLS: Final = "tool_calls"
_FUNCTION: Final = "function"

#: What is not copied, since nobody can change it.
_FLAT: Final = frozenset((str, type(None), bool, int, float))


class Copies:
    """Where rows hold more than texts: found once, so that a copy need not look again.

    Calls in their usual form are kept apart, a list for each level, and copied level by level:
    nothing is called for a single row.
    """

    __slots__ = ("calling", "calls", "functions", "others", "shares", "size")

    def __init__(self) -> None:
        self.size = 0
        #: Rows with calls in their usual form: where, and which of all `calls` are theirs.
        self.calling: list[int] = []
        self.shares: list[slice] = []
        self.calls: list[dict[str, object]] = []
        self.functions: list[dict[str, object]] = []
        #: Where rows stand that hold anything else.
        self.others: list[int] = []

    def copy(self) -> Copies:
        """Return what goes on by itself."""
        other = Copies()
        other.size = self.size
        for name in ("calling", "shares", "calls", "functions", "others"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def add(self, rows: Iterable[Any]) -> None:
        """Look at *rows*, which follow those that were looked at.

        Complexity: O(size of the rows).
        """
        for place, row in enumerate(rows, self.size):
            self.size = place + 1
            deep = [key for key, value in row.items() if type(value) not in _FLAT]
            if not deep:
                continue
            calls = row.get(_CALLS)
            if deep != [_CALLS] or type(calls) is not list or not all(map(_is_usual, calls)):
                self.others.append(place)
                continue
            self.calling.append(place)
            self.shares.append(slice(len(self.calls), len(self.calls) + len(calls)))
            self.calls += calls
            self.functions += [call[_FUNCTION] for call in calls]

    def made(self, rows: Sequence[Any]) -> list[object]:
        """Copy *rows*, the very ones that were looked at.

        Complexity: O(size of the rows), of which nearly all is copying dicts.
        """
        copied: list[Any] = list(map(dict.copy, rows))
        calls = list(map(dict.copy, self.calls))
        _set_each(calls, _FUNCTION, map(dict.copy, self.functions))
        _set_each(
            map(copied.__getitem__, self.calling), _CALLS, map(calls.__getitem__, self.shares)
        )
        for place in self.others:
            copied[place] = _copied(rows[place])
        return copied


def _is_usual(call: object) -> bool:
    """Say whether a call is a dict of texts but for its function, which is a dict of texts."""
    if type(call) is not dict or type(function := call.get(_FUNCTION)) is not dict:
        return False
    if not all(type(value) in _FLAT for value in function.values()):
        return False
    return all(type(value) in _FLAT for key, value in call.items() if key != _FUNCTION)


def _set_each(rows: Iterable[Any], key: str, values: Iterable[object]) -> None:
    # Without a call of ours for each of them.
    deque(map(operator.setitem, rows, repeat(key), values), maxlen=0)


def _copied(value: object) -> object:
    if type(value) is dict:
        return {key: one if type(one) in _FLAT else _copied(one) for key, one in value.items()}
    return list(map(_copied, value)) if type(value) is list else value
