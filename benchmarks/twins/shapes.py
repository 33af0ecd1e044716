"""The shapes the twins work on: a message is a plain dict, a history a plain list of them.

Roles and the ids of messages are text, numbers or absent; whatever else stands in a message
may be of any kind.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = ["Row", "Rows", "calls_of", "error_text", "is_ours", "key_of", "stand_in"]

Row = dict[str, Any]
Rows = list[Row]

#: What an invented result says, by reason.
_FAILURES = {
    "missing": "the tool gave no result",
    "unusable": "the recorded result of this call cannot be shown",
}


def calls_of(row: Row) -> list[Row]:
    """Return the calls of *row*: the wire form if it has one, else the stored form."""
    calls = row.get("tool_calls")
    if calls is None:
        calls = row.get("tools")
    if isinstance(calls, list):
        return calls
    return [calls] if isinstance(calls, dict) else []


def key_of(call_id: object) -> str:
    """Return *call_id* as text, so that the number 7 and the text "7" meet."""
    return call_id if isinstance(call_id, str) else "" if call_id is None else str(call_id)


def error_text(row: Row) -> str:
    """Return what the stored error of a result says, or nothing."""
    error = row.get("pluginError")
    if isinstance(error, dict):
        error = error.get("message")
    return error if isinstance(error, str) else ""


def is_ours(row: Row) -> bool:
    """Tell whether an injection made this message."""
    meta = row.get("meta")
    return isinstance(meta, dict) and bool(
        meta.get("systemInjection") or meta.get("virtualLastUser")
    )


def stand_in(reason: str, tool: str = "") -> str:
    """Return the content of a result that stands for one that is missing or unusable."""
    return json.dumps(
        {"error": _FAILURES[reason], "reason": reason, "success": False, "synthetic": True}
        | ({"tool": tool} if tool else {}),
        separators=(",", ":"),
    )
