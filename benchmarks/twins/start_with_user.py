"""A person first, in place."""

from __future__ import annotations

from typing import Literal

from benchmarks.twins.shapes import Rows

__all__ = ["start_with_user"]

_SYSTEM = ("system", "developer")


def start_with_user(
    rows: Rows,
    *,
    how: Literal["drop", "prepend"] = "drop",
    starter: str = "Please continue.",
) -> None:
    """Drop what stands before a person speaks, but for the system; or say *starter* first."""
    roles = [row.get("role") for row in rows]
    start = next((place for place, role in enumerate(roles) if role not in _SYSTEM), None)
    if start is None or roles[start] == "user":
        return
    if how == "prepend" or "user" not in roles:
        rows.insert(start, {"role": "user", "content": starter})
        return
    first = roles.index("user")
    rows[start:first] = [row for row in rows[start:first] if row.get("role") in _SYSTEM]
