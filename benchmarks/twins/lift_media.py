"""Media of tools and models shown by a user's message behind them, in place."""

from __future__ import annotations

from benchmarks.twins.shapes import Row, Rows, is_ours

__all__ = ["lift_media"]

_WORDS = {"image_url": "image", "video_url": "video", "input_audio": "audio", "file": "file"}


def lift_media(rows: Rows) -> None:
    """Move what results and answers show behind the last result in a row."""
    line: Rows = []
    waiting: list[tuple[str | None, Row]] = []
    for row in rows:
        role = row.get("role")
        if waiting and role != "tool":
            if role == "user" and not is_ours(row) and all(one[0] is None for one in waiting):
                _show_in(row, waiting)
            else:
                line.append({"role": "user", "content": _labelled(waiting)})
            waiting = []
        line.append(row)
        content = row.get("content")
        if role in ("tool", "assistant") and isinstance(content, list):
            source = row["tool_call_id"] if role == "tool" else None
            for place, part in enumerate(content):
                word = _WORDS.get(part.get("type"))
                if word is not None:
                    waiting.append((source, part))
                    text = f"[The {word} is shown in the next message.]"
                    content[place] = {"type": "text", "text": text}
    if waiting:
        line.append({"role": "user", "content": _labelled(waiting)})
    rows[:] = line


def _show_in(row: Row, waiting: list[tuple[str | None, Row]]) -> None:
    content = row.get("content")
    words = content if isinstance(content, list) else [{"type": "text", "text": content}]
    row["content"] = [*_labelled(waiting), *words]


def _labelled(waiting: list[tuple[str | None, Row]]) -> list[Row]:
    parts: list[Row] = []
    last: tuple[str | None, ...] = ()
    for call_id, part in waiting:
        if (call_id,) != last:
            whose = "your answer" if call_id is None else f"the result of call {call_id}"
            parts.append({"type": "text", "text": f"[From {whose}:]"})
            last = (call_id,)
        parts.append(part)
    return parts
