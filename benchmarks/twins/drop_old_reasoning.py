"""Let go of the reasoning of earlier turns, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows, calls_of
from benchmarks.twins.turns import old_before, turn_starts

__all__ = ["drop_old_reasoning"]

_KEYS = ("reasoning_content", "reasoning")


def drop_old_reasoning(rows: Rows, *, turns: int = 1, every: int = 1) -> None:
    """Remove reasoning before the last *turns* turns; a loop of calls still open keeps its own."""
    border = min(old_before(rows, turns, every), _open_turn(rows))
    empty: list[int] = []
    for place in range(border):
        row = rows[place]
        if row.get("role") != "assistant" or not any(key in row for key in _KEYS):
            continue
        for key in _KEYS:
            row.pop(key, None)
        content = row.get("content")
        if not calls_of(row) and (
            content is None or (isinstance(content, str) and not content.strip())
        ):
            empty.append(place)
    for place in reversed(empty):
        del rows[place]


def _open_turn(rows: Rows) -> int:
    for place in range(len(rows) - 1, -1, -1):
        if rows[place].get("role") == "assistant":
            if not calls_of(rows[place]):
                break
            return max((one for one in turn_starts(rows) if one <= place), default=0)
    return len(rows)
