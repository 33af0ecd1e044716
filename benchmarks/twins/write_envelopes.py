"""Write what was injected into a user's message, and keep anyone from forging it; in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows, is_ours

__all__ = ["CLOSING", "OPENING", "add_block", "write_envelopes"]

OPENING = "<!-- SYSTEM CONTEXT (NOT PART OF USER QUERY) -->"
CLOSING = "<!-- END SYSTEM CONTEXT -->"
_INSTRUCTION = (
    "<context.instruction>The application added what stands in this block; the person did not "
    "write it. Answer the person&apos;s own words above first, and use this context only where "
    "they call for it.</context.instruction>"
)


def add_block(row: Row, name: str, text: str) -> None:
    """Note on *row* a block to be written later; one of the same name is replaced."""
    blocks: list[tuple[str, str]] = row.setdefault("blocks", [])
    for place, (known, _) in enumerate(blocks):
        if known == name:
            blocks[place] = (name, text)
            return
    blocks.append((name, text))


def write_envelopes(rows: Rows) -> None:
    """Append the noted blocks of each message in one envelope, markers in what was said undone."""
    for row in rows:
        if row.get("role") == "system":
            continue
        content = row.get("content")
        if isinstance(content, str):
            if "<!-- " in content and not is_ours(row):
                row["content"] = _unforged(content)
        elif isinstance(content, list) and not is_ours(row):
            for part in content:
                if isinstance(part, dict) and isinstance(part.get("text"), str):
                    part["text"] = _unforged(part["text"])
        if "blocks" in row:
            _append(row, _envelope(row.pop("blocks")))


def _unforged(text: str) -> str:
    for marker in (OPENING, CLOSING):
        text = text.replace(marker, "&lt;" + marker[1:])
    return text


def _envelope(blocks: list[tuple[str, str]]) -> str:
    tagged = [f"<{name}>\n{text}\n</{name}>" for name, text in blocks]
    return "\n".join([OPENING, _INSTRUCTION, *tagged, CLOSING])


def _append(row: Row, envelope: str) -> None:
    content = row.get("content")
    if not isinstance(content, list):
        row["content"] = f"{content}\n\n{envelope}" if content else envelope
        return
    for part in reversed(content):
        if (
            isinstance(part, dict)
            and part.get("type") == "text"
            and isinstance(part.get("text"), str)
        ):
            part["text"] = f"{part['text']}\n\n{envelope}" if part["text"] else envelope
            return
    content.insert(0, {"type": "text", "text": envelope})
