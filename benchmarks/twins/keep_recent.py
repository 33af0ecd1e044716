"""Keep the most recent groups of messages, in place."""

from __future__ import annotations

from benchmarks.twins.groups import groups_of
from benchmarks.twins.shapes import Rows

__all__ = ["keep_recent"]


def keep_recent(rows: Rows, *, groups: int, every: int = 1) -> None:
    """Cut *rows* to the last *groups* groups; a group's place is its first message's.

    The border moves by *every* groups at a time. System messages do not count; they stay at the head, and behind the cut.
    """
    head = next((i for i, row in enumerate(rows) if row.get("role") != "system"), len(rows))
    tail = rows[head:]
    groups_by_row = groups_of(tail)
    named = zip(groups_by_row, tail, strict=True)
    order = list(dict.fromkeys(group for group, row in named if row.get("role") != "system"))
    if len(order) <= groups:
        return
    groups -= -(len(order) - groups) % max(min(every, groups), 1)
    kept = set(order[len(order) - groups :])
    first = next((i for i, group in enumerate(groups_by_row) if group in kept), len(tail))
    if all(group in kept for group in groups_by_row[first:]):
        del rows[head : head + first]
        return
    rows[head:] = [
        row
        for index, (row, group) in enumerate(zip(tail, groups_by_row, strict=True))
        if group in kept or (index > first and row.get("role") == "system")
    ]
