"""System messages where a template allows them, in place."""

from __future__ import annotations

from benchmarks.twins.joining import join_contents, put_in_front
from benchmarks.twins.shapes import Row, Rows, is_ours

__all__ = ["developer_as_system", "fold_system", "place_system"]

_SYSTEM = ("system", "developer")


def developer_as_system(rows: Rows) -> None:
    """Call the developer role by its older name."""
    for row in rows:
        if row.get("role") == "developer":
            row["role"] = "system"


def place_system(rows: Rows, *, hoist: bool = False) -> None:
    """Make one system message in front; people say what those further down say, or it does."""
    first: Rows = []
    rest: Rows = []
    waiting: Rows = []
    for row in rows:
        if row.get("role") in _SYSTEM:
            (first if hoist or not rest else waiting).append(row)
            continue
        if waiting and row.get("role") == "user" and not is_ours(row):
            for one in reversed(waiting):
                row["content"] = join_contents(_demoted(one)["content"], row.get("content"))
        else:
            rest += map(_demoted, waiting)
        waiting = []
        rest.append(row)
    rest += map(_demoted, waiting)
    rows[:] = [*_joined(first), *rest]


def fold_system(rows: Rows) -> None:
    """Let the first message of a person say what the system says."""
    place_system(rows)
    if not rows or rows[0].get("role") not in _SYSTEM:
        return
    system, *behind = rows[:2]
    if not system.get("content"):
        del rows[0]
    elif behind and behind[0].get("role") == "user":
        behind[0]["content"] = join_contents(system["content"], behind[0].get("content"))
        del rows[0]
    else:
        system["role"] = "user"


def _demoted(row: Row) -> Row:
    row["role"] = "user"
    if row.get("content"):
        put_in_front(row, "[system]")
    return row


def _joined(rows: Rows) -> Rows:
    """Make one of *rows*; a text that an earlier one said is not said again."""
    if len(rows) < 2:
        return rows
    first, *others = rows
    said = {first["content"]} if isinstance(first.get("content"), str) else set()
    for row in others:
        content = row.get("content")
        if isinstance(content, str):
            if content in said:
                continue
            said.add(content)
        first["content"] = join_contents(first.get("content"), content)
    return [first]
