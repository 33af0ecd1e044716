"""Tell the model how its answers were received, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows, is_ours

__all__ = ["show_reactions"]


def show_reactions(rows: Rows) -> None:
    """Put the emoji given to answers in front of the next message a person wrote."""
    pending: list[str] = []
    for row in rows:
        role = row.get("role")
        if role == "assistant" and "metadata" in row:
            pending += _emoji(row["metadata"])
        elif role == "user" and pending and not is_ours(row):
            _put_in_front(row, f"[Reactions to the answer: {' '.join(pending)}]\n\n")
            pending = []


def _emoji(metadata: object) -> list[str]:
    reactions = metadata.get("reactions") if isinstance(metadata, dict) else None
    if not isinstance(reactions, list):
        return []
    found = [entry.get("emoji") for entry in reactions if isinstance(entry, dict)]
    return [emoji for emoji in found if isinstance(emoji, str) and emoji]


def _put_in_front(row: Row, text: str) -> None:
    content = row.get("content")
    if not isinstance(content, list):
        row["content"] = f"{text}{content}" if content else text.rstrip()
        return
    first = content[0] if content else None
    if isinstance(first, dict) and isinstance(first.get("text"), str):
        first["text"] = text + first["text"]
        return
    content.insert(0, {"type": "text", "text": text.rstrip()})
