"""Put earlier rows before those of a conversation, in place."""

from __future__ import annotations

from benchmarks.twins.linearise import side_of
from benchmarks.twins.shapes import Rows

__all__ = ["prepend_history"]


def prepend_history(rows: Rows, earlier: Rows) -> None:
    """Insert *earlier* behind the system rows that open; no id twice, no equal system text."""
    ids = {(row["id"], side_of(row)) for row in rows if row.get("id") is not None}
    rules = {
        row["content"]
        for row in rows
        if row["role"] == "system" and isinstance(row["content"], str)
    }
    place = 0
    while place < len(rows) and rows[place]["role"] == "system":
        place += 1
    new = []
    for row in earlier:
        if row.get("id") is not None and (row["id"], side_of(row)) in ids:
            continue
        if row["role"] == "system" and isinstance(row["content"], str) and row["content"] in rules:
            continue
        if row.get("id") is not None:
            ids.add((row["id"], side_of(row)))
        new.append(row)
    rows[place:place] = new
