"""Put what the application knows into a history, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows, is_ours
from benchmarks.twins.write_envelopes import add_block

__all__ = ["inject_preamble", "inject_system", "inject_tail"]


def inject_system(rows: Rows, text: str) -> None:
    """Add *text* to the first system message, or put one in front; equal text is not added."""
    if not text.strip():
        return
    first: Row | None = None
    for row in rows:
        if row.get("role") in ("system", "developer"):
            if _says(row, text):
                return
            first = row if first is None else first
    if first is None:
        rows.insert(0, {"role": "system", "content": text})
        return
    content = first.get("content")
    if isinstance(content, list):
        content.append({"type": "text", "text": text})
    else:
        first["content"] = f"{content}\n\n{text}" if content else text


def _says(row: Row, text: str) -> bool:
    content = row.get("content")
    if isinstance(content, list):
        return any(isinstance(part, dict) and part.get("text") == text for part in content)
    return bool(content == text)


def inject_preamble(rows: Rows, text: str) -> None:
    """Add *text* to one message of ours in front of the first user message."""
    if not text:
        return
    for index, row in enumerate(rows):
        if row.get("role") != "user":
            continue
        if is_ours(row) and row["meta"].get("systemInjection"):
            row["content"] += f"\n\n{text}"
        else:
            ours = {"role": "user", "content": text, "meta": {"systemInjection": True}}
            rows.insert(index, ours)
        return


def inject_tail(rows: Rows, name: str, text: str) -> None:
    """Add *text* at the end: a block where a person spoke last, else in a message of ours."""
    if not text:
        return
    last = rows[-1] if rows else {}
    if last.get("role") == "user" and not is_ours(last):
        add_block(last, name, text)
    elif last.get("role") == "user" and last["meta"].get("virtualLastUser"):
        last["content"] += f"\n\n{text}"
    else:
        rows.append({"role": "user", "content": text, "meta": {"virtualLastUser": True}})
