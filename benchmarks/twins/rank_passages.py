"""Keep the best of what a search found, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows

__all__ = ["rank_passages"]


def rank_passages(rows: Rows, *, at_least: float | None = None, count: int | None = None) -> None:
    """Drop what is blank or scores below *at_least*, sort by score, and cut behind *count*."""
    place = 0
    while place < len(rows):
        score = rows[place]["score"]
        low = score is not None and at_least is not None and score < at_least
        if low or not rows[place]["text"].strip():
            del rows[place]
        else:
            place += 1
    scored = [row for row in rows if row["score"] is not None]
    scored.sort(key=lambda row: row["score"], reverse=True)
    rows[:] = scored + [row for row in rows if row["score"] is None]
    if count is not None:
        del rows[count:]
