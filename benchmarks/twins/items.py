"""What a server of items refuses, taken out of dicts in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = [
    "cut_long_values",
    "drop_lone_reasoning",
    "drop_stray_items",
    "mend_items",
    "type_results",
]

_OF_MESSAGES = ("type", "role", "id", "status", "content", "phase")
_TYPES = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
}


def mend_items(rows: Rows) -> None:
    """Drop ids of other servers, and keys that messages do not have."""
    for row in rows:
        if row["type"] != "message":
            continue
        for key in [one for one in row if one not in _OF_MESSAGES]:
            del row[key]
        if not str(row.get("id", "msg_")).startswith("msg_"):
            del row["id"], row["status"]
            if len(row["content"]) == 1:
                row["content"] = row["content"][0]["text"]


def drop_lone_reasoning(rows: Rows) -> None:
    """Drop reasoning that nothing of the model's follows."""
    kept: Rows = []
    led_on = False
    for row in reversed(rows):
        if row["type"] == "reasoning":
            if led_on:
                kept.append(row)
            continue
        led_on = row.get("role", "assistant") == "assistant" and row["type"] not in _TYPES.values()
        kept.append(row)
    rows[:] = kept[::-1]


def drop_stray_items(rows: Rows) -> None:
    """Drop what a shell was to run, where nobody says what came of it."""
    answered = {row["call_id"] for row in rows if row["type"] == "shell_call_output"}
    rows[:] = [row for row in rows if row["type"] != "shell_call" or row["call_id"] in answered]


def type_results(rows: Rows) -> None:
    """Give each output the type of its call."""
    wanted: dict[str, str] = {}
    for row in rows:
        if row["type"] in _TYPES:
            wanted[row["call_id"]] = _TYPES[row["type"]]
        elif row["type"] in _TYPES.values():
            row["type"] = wanted.get(row["call_id"], row["type"])


def cut_long_values(rows: Rows, *, limit: int) -> None:
    """Cut texts that are too long, and say how much is left out."""
    for row in rows:
        if isinstance(row.get("content"), str):
            row["content"] = _cut(row, "content", limit)
        if isinstance(row.get("output"), str):
            row["output"] = _cut(row, "output", limit)


def _cut(row: Row, key: str, limit: int) -> str:
    text: str = row[key]
    if len(text) <= limit:
        return text
    kept = max(limit - 60, 0)
    return text[:kept] + f"\n[... {len(text) - kept} characters left out here]"
