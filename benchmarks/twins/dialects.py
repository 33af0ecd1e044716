"""What dialects of chat completions ask for, done to dicts in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = ["bridge_results", "collapse_batches", "fit_thoughts", "words_behind_results"]


def bridge_results(rows: Rows) -> None:
    """Put a short answer between a result and a user message."""
    place = 1
    while place < len(rows):
        if rows[place].get("role") == "user" and rows[place - 1].get("role") == "tool":
            rows.insert(place, {"role": "assistant", "content": "(Results received.)"})
        place += 1


def collapse_batches(rows: Rows) -> None:
    """Drop an answer that lists the calls before it again, while one of them has no result."""
    after: Rows = []
    calls: object = None
    said: object = None
    waiting: set[object] = set()
    for row in rows:
        if row.get("role") == "tool":
            waiting.discard(row.get("tool_call_id"))
        elif row.get("tool_calls") and waiting and row["tool_calls"] == calls:
            if not row.get("content") or row["content"] == said:
                continue
            row.pop("tool_calls")
        else:
            said = row.get("content")
            calls = row.get("tool_calls") if row.get("role") == "assistant" else None
            waiting = {call["id"] for call in row.get("tool_calls") or ()} if calls else set()
        after.append(row)
    rows[:] = after


def fit_thoughts(rows: Rows) -> None:
    """Drop the thoughts of every answer."""
    for row in rows:
        row.pop("reasoning_content", None)


def words_behind_results(rows: Rows) -> None:
    """Move what is said beside answered calls to the next answer without calls."""
    after: Rows = []
    waiting = ""
    for place, row in enumerate(rows):
        if waiting and row.get("role") != "tool":
            waiting = _spoken(waiting, row, after)
        behind = rows[place + 1].get("role") if place + 1 < len(rows) else None
        if row.get("tool_calls") and row.get("content") and behind == "tool":
            waiting = _joined(waiting, row["content"])
            row["content"] = None
        after.append(row)
    if waiting:
        after.append({"role": "assistant", "content": waiting})
    rows[:] = after


def _spoken(waiting: str, row: Row, after: Rows) -> str:
    """Say what waits in *row*, or in front of it; what still waits comes back."""
    if row.get("role") != "assistant":
        after.append({"role": "assistant", "content": waiting})
        return ""
    if row.get("tool_calls"):
        return waiting
    row["content"] = _joined(waiting, row.get("content") or "")
    return ""


def _joined(one: str, other: str) -> str:
    return f"{one}\n\n{other}" if one and other else one or other
