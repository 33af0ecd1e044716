"""What no request can hold said in words, and what APIs refuse to read written anew; in place."""

from __future__ import annotations

import json

from benchmarks.twins.render_parts import STAND_IN
from benchmarks.twins.shapes import Row, Rows

__all__ = ["rewrite_empty", "stand_in_parts"]

_KNOWN = ("text", "image_url", "input_audio", "file")
#: As much of a part nobody knows as is worth reading.
_LONGEST = 2_000


def rewrite_empty(rows: Rows) -> None:
    """Write no empty list, and no null where something has to be said."""
    for row in rows:
        if row.get("tool_calls") == []:
            del row["tool_calls"]
        calls = bool(row.get("tool_calls"))
        content = row.get("content")
        if content == []:
            row["content"] = None if calls else ""
        elif content is None and not calls:
            row["content"] = ""


def stand_in_parts(rows: Rows) -> None:
    """Say in words what a part says, or was, that is of no type a request holds."""
    for row in rows:
        content = row.get("content")
        if isinstance(content, list):
            known = (*_KNOWN, "refusal") if row.get("role") == "assistant" else _KNOWN
            for place, part in enumerate(content):
                if part.get("type") not in known:
                    content[place] = {"type": "text", "text": _words(part)}


def _words(part: Row) -> str:
    if part.get("type") == "refusal":
        return str(part["refusal"])
    if part.get("type") == "video_url":
        return STAND_IN
    if isinstance(part.get("text"), str):
        return str(part["text"])
    written = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
    if len(written) <= _LONGEST:
        return written
    return f"[A part of the type {part.get('type')} belongs here that cannot be shown to you.]"
