"""Give supervisor rows without blocks the role of an assistant, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows

__all__ = ["restore_supervisor"]


def restore_supervisor(rows: Rows) -> None:
    """Make every message still of role supervisor an assistant."""
    for row in rows:
        if row.get("role") == "supervisor":
            row["role"] = "assistant"
