"""Keep the most recent groups of messages, in place."""

from __future__ import annotations

from benchmarks.twins.groups import groups_of
from benchmarks.twins.shapes import Rows

__all__ = ["keep_recent"]


def keep_recent(rows: Rows, *, groups: int) -> None:
    """Cut *rows* to the last *groups* groups; a group's place is its first message's."""
    group_by_row = groups_of(rows)
    order = list(dict.fromkeys(group_by_row))
    if len(order) <= groups:
        return
    kept = set(order[len(order) - groups :])
    first = next((i for i, group in enumerate(group_by_row) if group in kept), len(rows))
    if all(group in kept for group in group_by_row[first:]):
        del rows[:first]
        return
    rows[:] = [row for row, group in zip(rows, group_by_row, strict=True) if group in kept]
