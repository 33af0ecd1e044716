"""What a closed format refuses, taken out of dicts in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows

__all__ = [
    "drop_blank_texts",
    "drop_foreign_thoughts",
    "drop_stray_server_results",
    "end_with_user",
    "trim_last_answer",
]


def drop_blank_texts(rows: Rows) -> None:
    """Drop texts of nothing, and messages that held nothing else."""
    for row in rows:
        content = row.get("content")
        if isinstance(content, list):
            row["content"] = [part for part in content if not _is_blank(part)]
    rows[:] = [row for row in rows if row.get("role") == "tool" or _says(row)]


def _is_blank(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and not part["text"].strip()


def _says(row: Row) -> bool:
    content = row.get("content")
    if isinstance(content, str) and not content.strip():
        content = None
    return bool(content or row.get("tool_calls") or row.get("reasoning_content"))


def drop_foreign_thoughts(rows: Rows) -> None:
    """Drop thoughts: dicts of this kind have no signatures."""
    for row in rows:
        row.pop("reasoning_content", None)


def drop_stray_server_results(rows: Rows) -> None:
    """Drop a server's results whose calls are not in the same message."""
    for row in rows:
        content = row.get("content")
        if row.get("role") == "assistant" and isinstance(content, list):
            asked = {part.get("id") for part in content if part["type"].endswith("_tool_use")}
            row["content"] = [
                part
                for part in content
                if not part["type"].endswith("_tool_result") or part.get("tool_use_id") in asked
            ]


def end_with_user(rows: Rows) -> None:
    """Add a user message where an answer stands last."""
    if rows and rows[-1].get("role") == "assistant" and not rows[-1].get("tool_calls"):
        rows.append({"role": "user", "content": "Continue."})


def trim_last_answer(rows: Rows) -> None:
    """Trim the end of an answer that stands last."""
    last = rows[-1] if rows else {}
    content = last.get("content")
    if last.get("role") == "assistant" and not last.get("tool_calls") and isinstance(content, str):
        last["content"] = content.rstrip()
