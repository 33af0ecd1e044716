"""One content of two: texts that meet are one, a blank line between."""

from __future__ import annotations

from typing import Any

from benchmarks.twins.shapes import Row

__all__ = ["as_parts", "join_contents", "put_in_front"]

_APART = "\n\n"


def as_parts(content: Any) -> list[Row]:
    """Return *content* as a list of parts; a list is the same list."""
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if content else []


def join_contents(first: Any, second: Any) -> Any:
    """Say *first*, then *second*; what is a list is changed."""
    if not isinstance(first, list) and not isinstance(second, list):
        return f"{first}{_APART}{second}" if first and second else first or second or ""
    parts, behind = as_parts(first), as_parts(second)
    if parts and behind and parts[-1].get("type") == behind[0].get("type") == "text":
        words = (parts[-1]["text"], behind[0]["text"])
        parts[-1] = {"type": "text", "text": _APART.join(one for one in words if one)}
        behind = behind[1:]
    parts += behind
    return parts


def put_in_front(row: Row, words: str) -> None:
    """Let what *row* says begin with *words*, and a space."""
    content = row.get("content")
    if not isinstance(content, list):
        if not (content or "").startswith(words):
            row["content"] = f"{words} {content}" if content else words
        return
    first = content[0] if content else None
    if not (isinstance(first, dict) and first.get("type") == "text"):
        content.insert(0, {"type": "text", "text": words})
    elif not first["text"].startswith(words):
        first["text"] = f"{words} {first['text']}"
