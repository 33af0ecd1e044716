"""For each read of a file the first later read or write that makes it worthless."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping

from attrs import frozen

from ctxfn.processors.truncate.stale_tools import Access

__all__ = ["Superseded", "superseded"]


@frozen
class Superseded:
    """Where a file was written again, and where all that was seen of it was read again."""

    by_write: int | None = None
    by_read: int | None = None


def superseded(reads: Mapping[int, Access], writes: Mapping[int, str]) -> dict[int, Superseded]:
    """Map the places of *reads* to what later made them worthless, given *writes* by place.

    Contract:
        Paths are compared as text. A read counts as read again if a later window of the same
        path holds its own; one that only overlaps does not. Reads that nothing followed are
        not in the answer.

    Complexity: O(n log n) for n reads and writes; where windows of one file overlap without
    one holding another, times the number of those.

    Source: LobeHub context-engine, stale results.

    Examples:
        >>> reads = {1: Access("a", 0, 9), 3: Access("a", 5, 20), 5: Access("a", 0, 30)}
        >>> superseded(reads, {4: "a"})[1]
        Superseded(by_write=4, by_read=5)
    """
    written: dict[str, list[int]] = {}
    for place in sorted(writes):
        written.setdefault(writes[place], []).append(place)
    again = _read_again(reads)
    found: dict[int, Superseded] = {}
    for place, access in reads.items():
        places = written.get(access.path, [])
        at = bisect_left(places, place + 1)
        by_write = places[at] if at < len(places) else None
        if by_write is not None or place in again:
            found[place] = Superseded(by_write, again.get(place))
    return found


def _read_again(reads: Mapping[int, Access]) -> dict[int, int]:
    """Map each read to the first later one whose window holds its own."""
    again: dict[int, int] = {}
    waiting: dict[str, list[tuple[float, float, int]]] = {}
    for place in sorted(reads):
        path, first, last = reads[place]
        windows = waiting.setdefault(path, [])
        at = start = bisect_left(windows, (first, float("-inf"), -1))
        kept: list[tuple[float, float, int]] = []
        while at < len(windows) and windows[at][0] <= last:
            if windows[at][1] <= last:
                again[windows[at][2]] = place
            else:
                kept.append(windows[at])
            at += 1
        windows[start:at] = kept
        insort(windows, (first, last, place))
    return again
