"""Leave of old results their first and last characters, in place."""

from __future__ import annotations

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Rows
from benchmarks.twins.turns import old_before

__all__ = ["cut_text", "elide_tool_results"]

#: The lines that are written are no longer than this.
_ROOM = 300


def elide_tool_results(
    rows: Rows,
    *,
    turns: int | None = 3,
    keep: int | None = None,
    longer_than: int = 2_000,
    head: int = 500,
    tail: int = 500,
    every: int = 1,
) -> None:
    """Shorten the results before the last *turns* turns and before the newest *keep*."""
    borders = [] if turns is None else [old_before(rows, turns, every)]
    if keep is not None:
        borders.append(_before_newest(rows, keep, every))
    for row in rows[: min(borders, default=0)]:
        if row.get("role") == "tool" and isinstance(row.get("content"), str):
            row["content"] = cut_text(row["content"], head, tail, longer_than, "it is old")


def _before_newest(rows: Rows, keep: int, every: int) -> int:
    results = [place for place, row in enumerate(rows) if row.get("role") == "tool"]
    old = max(len(results) - keep, 0)
    old -= old % every
    if not old:
        return 0
    owner = {r: message for (message, _), found in match_results(rows).items() for r in found}
    return min(owner.get(results[old], results[old]), results[old])


def cut_text(text: str, head: int, tail: int, above: int, why: str) -> str:
    """Leave both ends of *text* with a line between them, if it is long enough."""
    if len(text) <= max(above, head + tail + _ROOM):
        return text
    gone = len(text) - head - tail
    line = f"[{gone:,} of {len(text):,} characters of this result are left out: {why}]"
    pieces = (text[:head], line, text[len(text) - tail :])
    return "\n\n".join(piece for piece in pieces if piece)
