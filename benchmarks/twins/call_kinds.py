"""Calls of other kinds than functions made calls of functions, in place."""

from __future__ import annotations

import json

from benchmarks.twins.shapes import Row, Rows, calls_of

__all__ = ["modern_calls", "plain_calls"]

_KNOWN = ("function", "custom")


def plain_calls(rows: Rows) -> None:
    """Make a call of a type nobody knows one of a function of that name; what it held, arguments."""
    for row in rows:
        for call in calls_of(row):
            kind = call.get("type")
            if kind in _KNOWN:
                continue
            held = {key: one for key, one in call.items() if key not in ("id", "type")}
            for key in held:
                del call[key]
            written = json.dumps(held, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            call.update(type="function", function={"name": kind, "arguments": written})


def modern_calls(rows: Rows) -> None:
    """Make tool calls of all calls under ``function_call``, and a tool's results of theirs."""
    waiting: dict[str, list[str]] = {}
    for place, row in enumerate(rows):
        if row.get("role") == "assistant":
            _ask(row, f"function_call:{place}", waiting)
        elif row.get("role") == "function":
            ids = waiting.get(row.get("name") or "")
            row["role"] = "tool"
            row["tool_call_id"] = ids.pop() if ids else ""


def _ask(row: Row, call_id: str, waiting: dict[str, list[str]]) -> None:
    function = row.pop("function_call", None)
    if not isinstance(function, dict):
        return
    call = {"id": call_id, "type": "function", "function": function}
    row.setdefault("tool_calls", []).append(call)
    waiting.setdefault(function.get("name") or "", []).append(call_id)
