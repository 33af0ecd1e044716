"""Cut results that are too long for their share of a window, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows

__all__ = ["limit_results"]


def limit_results(
    rows: Rows, *, window: int, ratio: float = 0.15, tail: float = 0.2, line: str = "within"
) -> None:
    """Leave of each result that is too long its ends, with a line between that says so."""
    limit = int(window * ratio * 3.5)
    for row in rows:
        if row.get("role") == "tool" and isinstance(row.get("content"), str):
            row["content"] = _cut(row["content"], limit, tail, line == "within")


def _cut(text: str, limit: int, tail: float, within: bool) -> str:
    if len(text) <= max(limit, 100):
        return text
    longest = len(_line(len(text), len(text))) + 4
    room = max(limit - longest, 0) if within else limit
    last = int(room * tail)
    pieces = (text[: room - last], _line(len(text) - room, len(text)), text[len(text) - last :])
    cut = "\n\n".join(piece for piece in pieces if piece)
    return cut if len(cut) < len(text) else text


def _line(gone: int, length: int) -> str:
    return f"[{gone:,} of {length:,} characters of this result are left out: it is too long]"
