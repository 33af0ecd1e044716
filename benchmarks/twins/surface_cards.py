"""Let delegated tasks, summaries, checks and callbacks speak in a role models know; in place."""

from __future__ import annotations

import re

from benchmarks.twins.escaping import escape, tag
from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.unfolding import has_words

__all__ = ["surface_callbacks", "surface_checks", "surface_summaries", "surface_tasks"]

_TASK = "[{{agentName}}]\n\n**Asked to**\n{{instruction}}\n\n**Came back with**\n{{content}}"
_CHECK = ("<delivery_check_feedback>\n", "\n</delivery_check_feedback>")
_SLOT = re.compile(r"\{\{\s*(agentName|instruction|content)\s*\}\}")


def surface_tasks(rows: Rows, *, template: str = "") -> None:
    """Make each task an assistant's row: its instruction and result in *template*.

    Slots are filled once, with data. Without an instruction the result stands alone.
    """
    nothing = "" if template else "nothing"
    template = template or _TASK
    if not any(slot[1] == "content" for slot in _SLOT.finditer(template)):
        template += "\n\n{{content}}"
    for row in rows:
        if row.get("role") != "task":
            continue
        row["role"] = "assistant"
        metadata = row.get("metadata")
        instruction = metadata.get("instruction") if isinstance(metadata, dict) else None
        content = row.get("content")
        if not instruction:
            row["content"] = content or ""
            continue
        values = {
            "agentName": str(row.get("agentName") or "Agent"),
            "instruction": str(instruction),
        }
        if not isinstance(content, list):
            values["content"] = str(content) if has_words(content) else nothing
            row["content"] = _filled(template, values)
            continue
        before, after = _split_at_content(template)
        _wrap(row, _filled(before, values), _filled(after, values | {"content": ""}))


def _filled(template: str, values: dict[str, str]) -> str:
    return _SLOT.sub(lambda slot: values[slot[1]], template)


def _split_at_content(template: str) -> tuple[str, str]:
    slot = next(slot for slot in _SLOT.finditer(template) if slot[1] == "content")
    return template[: slot.start()], template[slot.end() :]


def surface_summaries(rows: Rows) -> None:
    """Make each summary of older messages a user's row, and let what was pinned follow it."""
    if not any(row.get("role") == "compressedGroup" for row in rows):
        return
    line: Rows = []
    for row in rows:
        line.append(row)
        if row.get("role") != "compressedGroup":
            continue
        row["role"] = "user"
        if has_words(row.get("content")):
            _wrap(row, "<compressed_history_summary>\n", "\n</compressed_history_summary>")
        else:
            line.pop()
        pinned = row.pop("pinnedMessages", None)
        if isinstance(pinned, list):
            line.extend(entry for entry in pinned if isinstance(entry, dict))
    rows[:] = line


def surface_checks(rows: Rows) -> None:
    """Make what a check of the delivery found a user's row; nothing found, no row."""
    _surface(rows, "verify")


def surface_callbacks(rows: Rows) -> None:
    """Make the report of a finished task a user's row; nothing said, no row."""
    _surface(rows, "taskCallback")


def _surface(rows: Rows, role: str) -> None:
    if not any(row.get("role") == role for row in rows):
        return
    rows[:] = [row for row in rows if row.get("role") != role or has_words(row.get("content"))]
    for row in rows:
        if row.get("role") == role:
            row["role"] = "user"
            row["content"] = _escaped(row["content"])
            opening, closing = _tags(row) if role == "taskCallback" else _CHECK
            _wrap(row, opening, closing)


def _escaped(content: object) -> object:
    if isinstance(content, str):
        return escape(content.strip())
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            part["text"] = escape(part["text"])
    return content


def _tags(row: Row) -> tuple[str, str]:
    metadata = row.get("metadata")
    about = metadata.get("taskCallback") if isinstance(metadata, dict) else None
    about = about if isinstance(about, dict) else {}
    attributes = {
        "task": about.get("identifier") or "task",
        "status": about.get("reason") or "done",
    }
    opening, closing = tag("task_result", attributes, "\n\n").split("\n\n")
    return f"{opening}\n", f"\n{closing}"


def _wrap(row: Row, before: str, after: str) -> None:
    """Put text around the words of *row*: around all its text parts where other parts are."""
    content = row.get("content")
    if not isinstance(content, list):
        row["content"] = f"{before}{content or ''}{after}"
        return
    texts = [
        part
        for part in content
        if isinstance(part, dict)
        and part.get("type") == "text"
        and isinstance(part.get("text"), str)
    ]
    if not texts:
        content.insert(0, {"type": "text", "text": f"{before}{after}"})
        return
    if len(texts) == len(content):
        words = "\n\n".join(part["text"] for part in texts)
        row["content"] = f"{before}{words}{after}"
        return
    texts[0]["text"] = before + texts[0]["text"]
    texts[-1]["text"] += after
