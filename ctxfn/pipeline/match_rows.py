"""Which of the rows that come back from foreign code are those that went in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from ctxfn.messages import freeze

__all__ = ["changed_rows", "match_rows"]

_Row: TypeAlias = Mapping[str, object]


def match_rows(before: Sequence[_Row], after: Sequence[_Row]) -> list[int | None]:
    """Say of each row of *after* which of *before* it is, or ``None`` if it is none of them.

    Contract:
        The very same dict is itself, however often it comes. Of the others, equal JSON is the
        same row, each at most once: first those that are like no other, then, from these on,
        neighbours that stand as they stood; what is left in order.

    Complexity: O(size of the rows that are not the same dicts, and of all before if there are
        any).

    Source: ours.

    Raises:
        InvalidJson, TooDeep: a row is no JSON.

    Examples:
        >>> hi, ho = {"content": "hi"}, {"content": "ho"}
        >>> match_rows([hi, ho, dict(hi)], [ho, dict(hi), {"content": "HI"}])
        [1, 2, None]
    """
    places = {id(row): place for place, row in enumerate(before)}
    found = [places.get(id(row)) for row in after]
    if None not in found:
        return found
    taken = set(found)
    old = {place: freeze(row).text for place, row in enumerate(before) if place not in taken}
    new = {place: freeze(after[place]).text for place, there in enumerate(found) if there is None}
    _take(found, _unlike_others(old, new), old, new)
    _along([(at, to) for at, to in enumerate(found) if to is not None], 1, found, old, new)
    known = [(at, to) for at, to in enumerate(found) if to is not None]
    _along([(len(after), len(before)), *reversed(known)], -1, found, old, new)
    _take(found, _in_order(old, new), old, new)
    return found


def changed_rows(
    found: Sequence[int | None], before: Sequence[_Row], after: Sequence[_Row]
) -> dict[int, int]:
    """Say which rows of *after* that are none of *before* stand for which of those, changed.

    Contract:
        Between two rows that were *found* side by side before, or the ends, stand as many as
        stood there: each stands for the one in its place, if the role is the same.

    Complexity: O(rows).

    Source: ours.

    Examples:
        >>> hi, ho = {"role": "user", "content": "hi"}, {"role": "user", "content": "ho"}
        >>> changed_rows([None, 1], [hi, ho], [{**hi, "content": "HI"}, ho])
        {0: 0}
    """
    changed: dict[int, int] = {}
    last = -1, -1
    ends = [(at, to) for at, to in enumerate(found) if to is not None]
    for at, to in (*ends, (len(after), len(before))):
        gap = at - last[0]
        if gap == to - last[1]:
            pairs = ((last[0] + n, last[1] + n) for n in range(1, gap))
            changed.update(
                (new, old)
                for new, old in pairs
                if after[new].get("role") == before[old].get("role")
            )
        last = at, to
    return changed


def _take(
    found: list[int | None],
    pairs: Iterable[tuple[int, int]],
    old: dict[int, str],
    new: dict[int, str],
) -> None:
    for place, there in pairs:
        found[place] = there
        del new[place], old[there]


def _unlike_others(old: dict[int, str], new: dict[int, str]) -> list[tuple[int, int]]:
    """Pair what stands once before and once after."""
    once = Counter(old.values()), Counter(new.values())
    where = {text: place for place, text in old.items()}
    return [
        (place, where[text])
        for place, text in new.items()
        if once[0][text] == 1 and once[1][text] == 1
    ]


def _along(
    known: Sequence[tuple[int, int]],
    step: int,
    found: list[int | None],
    old: dict[int, str],
    new: dict[int, str],
) -> None:
    """Follow each row that is *known* to its neighbours, as long as they are what they were."""
    for at, to in known:
        place, there = at + step, to + step
        while place in new and there in old and new[place] == old[there]:
            _take(found, [(place, there)], old, new)
            place, there = place + step, there + step


def _in_order(old: dict[int, str], new: dict[int, str]) -> list[tuple[int, int]]:
    waiting: dict[str, list[int]] = {}
    for there in sorted(old, reverse=True):
        waiting.setdefault(old[there], []).append(there)
    return [
        (place, waiting[text].pop()) for place, text in sorted(new.items()) if waiting.get(text)
    ]
