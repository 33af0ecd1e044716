"""Make one of neighbours of one role, in place."""

from __future__ import annotations

from benchmarks.twins.joining import join_contents, put_in_front
from benchmarks.twins.shapes import Row, Rows

__all__ = ["merge_runs"]


def merge_runs(rows: Rows) -> None:
    """Merge users in a row and answers in a row; where names differ, the words begin with them."""
    runs: list[Rows] = []
    for row in rows:
        if runs and _continues(runs[-1][-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    rows[:] = [run[0] if len(run) == 1 else _joined(run) for run in runs]


def _continues(before: Row, row: Row) -> bool:
    role = row.get("role")
    if role != before.get("role") or role not in ("user", "assistant"):
        return False
    return role == "user" or not before.get("tool_calls")


def _joined(run: Rows) -> Row:
    names = [row.get("name") for row in run]
    if len(set(names)) > 1:
        for row, name, before in zip(run, names, [None, *names], strict=False):
            row.pop("name", None)
            if name and name != before:
                put_in_front(row, f"{' '.join(name.split())}:")
    first, *others = run
    for row in others:
        content = join_contents(first.get("content"), row.pop("content", None))
        thoughts = join_contents(first.get("reasoning_content"), row.pop("reasoning_content", None))
        first.update(row, content=content)
        if thoughts:
            first["reasoning_content"] = thoughts
    return first
