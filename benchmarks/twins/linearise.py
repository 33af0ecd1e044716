"""Make one line of a branching history, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["linearise", "side_of"]


def linearise(rows: Rows, *, head: str | None = None) -> None:
    """Keep what leads to *head*, each message once, and of retried ones the last try.

    Of messages with one id the first place and the latest content win; a message whose
    ``retry_of`` names another takes its place. From a head the line goes up by parent; the
    results of its calls, the members of its councils and sibling tasks belong to it though
    only one of them is above the head. A head that is not there cuts nothing.
    """
    _merge_duplicates(rows)
    if head is not None:
        _cut_branches(rows, head)
    _replace_retried(rows)


def _merge_duplicates(rows: Rows) -> None:
    ids = [row["id"] for row in rows if row.get("id") is not None]
    if len(set(ids)) == len(ids):
        return
    latest: dict[object, Row] = {}
    for row in rows:
        row_id = row.get("id")
        latest[id(row) if row_id is None else (row_id, side_of(row))] = row
    rows[:] = latest.values()


def side_of(row: Row) -> object:
    """Say whose words *row* is: one id may name a question and a result."""
    role = row.get("role")
    if role == "tool":
        return role, row.get("tool_call_id")
    return role if role in ("user", "system") else "model"


def _cut_branches(rows: Rows, head: str) -> None:
    by_id: dict[object, Row] = {row["id"]: row for row in rows if row.get("id") is not None}
    line: dict[object, Row] = {}
    current: object = head
    while current in by_id and current not in line:
        line[current] = row = by_id[current]
        current = row.get("parentId")
    if not line:
        return
    families = {
        (row.get("parentId"), row.get("role")) for row in line.values() if _has_siblings(row, by_id)
    }
    below: dict[object, Rows] = {}
    for row in rows:
        parent = row.get("parentId")
        if parent is not None and (
            row.get("role") == "tool" or (parent, row.get("role")) in families
        ):
            below.setdefault(parent, []).append(row)
    ordered: dict[int, Row] = {}
    for row in reversed(line.values()):
        due = [row]
        while due:
            row = due.pop()
            if id(row) not in ordered:
                ordered[id(row)] = row
                due.extend(reversed(below.get(row.get("id"), ())))
    rows[:] = ordered.values()


def _has_siblings(row: Row, by_id: dict[object, Row]) -> bool:
    parent = row.get("parentId")
    if parent is None:
        return False
    if row.get("role") == "task":
        return True
    metadata = by_id[parent].get("metadata") if parent in by_id else None
    return isinstance(metadata, dict) and metadata.get("agentCouncil") is True


def _replace_retried(rows: Rows) -> None:
    if not any("retry_of" in row for row in rows):
        return
    place: dict[object, int] = {}
    line: list[Row | None] = []
    for row in rows:
        at = place.get(row.get("retry_of")) if row.get("retry_of") is not None else None
        if at is None:
            at = len(line)
            line.append(row)
        else:
            line[at] = row
        if row.get("id") is not None:
            place[row["id"]] = at
    rows[:] = [row for row in line if row is not None]
