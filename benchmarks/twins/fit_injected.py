"""Let what was injected share one budget, in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.twins.shapes import Row, Rows, is_ours
from benchmarks.twins.turns import is_said

__all__ = ["fit_injected"]

#: Tokens of the element around a text.
_AROUND = 4


def fit_injected(
    rows: Rows,
    *,
    budget: int,
    count: Callable[[str], int],
    priorities: Mapping[str, int] | None = None,
) -> None:
    """Take out the noted blocks that repeat others or have no room, the lowest priority first."""
    ranks = priorities or {}
    turn = max((place for place, row in enumerate(rows) if is_said(row)), default=0)
    ranked = sorted(
        (-ranks.get(name, 0), place >= turn, name, f"{name} at {place}", text, place)
        for place, row in enumerate(rows)
        for name, text in row.get("blocks", ())
    )
    kept: set[tuple[int, str]] = set()
    seen: set[str] = set()
    for _, _, name, _, text, place in ranked:
        words = " ".join(text.casefold().split())
        if not words or words in seen:
            continue
        seen.add(words)
        tokens = count(text) + _AROUND
        if tokens <= budget:
            budget -= tokens
            kept.add((place, name))
    for place, row in enumerate(rows):
        if "blocks" in row:
            left = [one for one in row.pop("blocks") if (place, one[0]) in kept]
            if left:
                row["blocks"] = left
    rows[:] = [row for row in rows if not is_ours(row) or _says(row)]


def _says(row: Row) -> bool:
    return bool(row.get("content") or row.get("blocks"))
