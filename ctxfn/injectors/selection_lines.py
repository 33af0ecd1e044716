"""Which lines a selection covers, as an attribute."""

from __future__ import annotations

__all__ = ["selection_lines"]


def selection_lines(start: int | None, end: int | None) -> str | None:
    """Write the first and the last line; one that is missing is the other, both missing nothing."""
    first = end if start is None else start
    return None if first is None else f"{first}-{first if end is None else end}"
