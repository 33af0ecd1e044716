"""Put each call's one result right behind it, in place."""

from __future__ import annotations

import json
from typing import Literal

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Row, Rows, calls_of, error_text, key_of, stand_in

__all__ = ["pair_tool_results"]

OpenCalls = Literal["answer", "leave"]


def pair_tool_results(rows: Rows, *, open_calls: OpenCalls = "answer") -> None:
    """Give every call exactly one result, right behind its message and in call order.

    A real result beats a stand-in, a usable one an unusable one, else the first wins;
    further results and those without a call go. A call without a result gets a stand-in;
    with ``open_calls="leave"`` those of the very last turn stay open.
    """
    if _is_paired(rows):
        return
    _separate_twin_calls(rows)
    matched = match_results(rows)
    end = len(rows)
    while open_calls == "leave" and end and rows[end - 1].get("role") == "tool":
        end -= 1
    paired: Rows = []
    for index, row in enumerate(rows):
        role = row.get("role")
        if role == "tool":
            continue
        paired.append(row)
        if role != "assistant":
            continue
        for position, call in enumerate(calls_of(row)):
            candidates = matched.get((index, position))
            if candidates is not None:
                paired.append(_answer(rows, candidates, call))
            elif open_calls == "answer" or index != end - 1:
                paired.append(_invented(call))
    rows[:] = paired


def _is_paired(rows: Rows) -> bool:
    due: list[object] = []
    for row in rows:
        if row.get("role") == "tool":
            content = row.get("content")
            if not due or due.pop() != row.get("tool_call_id"):
                return False
            if type(content) is not str or not content:
                return False
            continue
        if due:
            return False
        if "tool_calls" in row or "tools" in row:
            calls = row.get("tool_calls")
            if calls is None:
                calls = row.get("tools")
            if row.get("role") != "assistant" or not isinstance(calls, list) or not calls:
                return False
            due = [call.get("id") if isinstance(call, dict) else None for call in calls]
            if None in due or "" in due or (len(due) > 1 and len(set(due)) != len(due)):
                return False
            due.reverse()
    return not due


def _separate_twin_calls(rows: Rows) -> None:
    """Drop calls without an id or said twice; a different call of the same id gets its own."""
    for index, row in enumerate(rows):
        if row.get("role") != "assistant":
            continue
        for name in ("tool_calls", "tools"):
            if row.get(name) is None:
                continue
            if kept := _distinct_calls(rows, index, calls_of({"tool_calls": row[name]})):
                row[name] = kept
                break
            del row[name]


def _distinct_calls(rows: Rows, index: int, calls: list[Row]) -> list[Row]:
    seen: dict[str, Row] = {}
    for call in calls:
        key = key_of(call.get("id")) if isinstance(call, dict) else ""
        if not key:
            continue
        if key in seen:
            if _same_call(seen[key], call) or not _rename(rows, index, call, key, seen):
                continue
            key = call["id"]
        seen[key] = call
    return list(seen.values())


def _same_call(one: Row, other: Row) -> bool:
    return {**one, "id": None} == {**other, "id": None}


def _rename(rows: Rows, index: int, call: Row, key: str, seen: dict[str, Row]) -> bool:
    """Rename *call* and the second result that follows for its id; without one, say no."""
    results = []
    for later in range(index + 1, len(rows)):
        row = rows[later]
        if row.get("role") == "tool" and key_of(row.get("tool_call_id")) == key:
            results.append(row)
        elif any(isinstance(c, dict) and key_of(c.get("id")) == key for c in calls_of(row)):
            break
    if len(results) < 2:
        return False
    number = 2
    while f"{key}_{number}" in seen:
        number += 1
    call["id"] = results[1]["tool_call_id"] = f"{key}_{number}"
    return True


def _answer(rows: Rows, candidates: list[int], call: Row) -> Row:
    best = rows[candidates[0]]
    if len(candidates) > 1:
        best = max((rows[index] for index in candidates), key=_worth)
    content = best.get("content")
    if content in (None, "", []):
        text = error_text(best)
        best["content"] = text or ("" if content == "" else stand_in("unusable"))
    elif not isinstance(content, (str, list)):
        best["content"] = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    best["tool_call_id"] = call["id"]
    return best


def _worth(row: Row) -> int:
    content = row.get("content")
    if content in (None, []):
        return 3 if error_text(row) else 0
    if content == "":
        return 3 if error_text(row) else 2
    if isinstance(content, str) and '"synthetic"' in content and content.startswith("{"):
        return 1
    return 4


def _invented(call: Row) -> Row:
    function = call.get("function")
    name = function.get("name") if isinstance(function, dict) else None
    text = stand_in("missing", str(name or ""))
    row: Row = {"role": "tool", "tool_call_id": call["id"], "content": text}
    if name:
        row["name"] = name
    return row
