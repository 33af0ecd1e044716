"""Replace answers side by side by the one that was chosen, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.unfolding import own_words

__all__ = ["choose_columns"]

_CARDS = frozenset({"compare", "compareGroup"})


def choose_columns(rows: Rows) -> None:
    """Replace each comparison by its own words, then its chosen column; none chosen, all."""
    if not any(row.get("role") in _CARDS for row in rows):
        return
    line: Rows = []
    waiting = list(reversed(rows))
    while waiting:
        row = waiting.pop()
        if row.get("role") in _CARDS:
            waiting += reversed([*own_words(row, "columns"), *_chosen(row)])
        else:
            line.append(row)
    rows[:] = line


def _chosen(card: Row) -> Rows:
    columns = card.get("columns")
    held = [_rows_of(column) for column in columns] if isinstance(columns, list) else []
    active = card.get("activeColumnId")
    for rows in held:
        if active is not None and active in [row.get("id") for row in rows]:
            return rows
    return [row for rows in held for row in rows]


def _rows_of(column: object) -> Rows:
    entries = column if isinstance(column, list) else [column]
    return [entry for entry in entries if isinstance(entry, dict)]
