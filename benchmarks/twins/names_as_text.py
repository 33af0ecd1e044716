"""Say names in front of words, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Rows

__all__ = ["names_as_text"]


def names_as_text(rows: Rows) -> None:
    """Take the names off people's and agents' messages, and let their words begin with them."""
    for row in rows:
        if row.get("role") == "tool":
            continue
        name = row.pop("name", None)
        if not name or row.get("role") == "system":
            continue
        label = f"{' '.join(name.split())}:"
        content = row.get("content")
        if isinstance(content, list):
            first = content[0] if content else None
            if not (isinstance(first, dict) and first.get("type") == "text"):
                content.insert(0, {"type": "text", "text": label})
            elif not first["text"].startswith(label):
                first["text"] = f"{label} {first['text']}"
        elif not (content or "").startswith(label):
            row["content"] = f"{label} {content}" if content else label
