"""Put the user's words into a template, in place."""

from __future__ import annotations

import re

from benchmarks.twins.shapes import Row, Rows, is_ours

__all__ = ["apply_input_template"]

_SLOT = re.compile(r"\{\{\s*text\s*\}\}")


def apply_input_template(rows: Rows, *, template: str) -> None:
    """Write *template* around what each user said, for the slot ``{{ text }}``.

    What is put in is data. A template without a slot would erase the words, so it is left
    alone, as are messages of ours and messages without a text part. Several text parts
    share one template with one slot; with more slots each part gets its own.
    """
    pieces = _SLOT.split(template)
    if len(pieces) < 2:
        return
    for row in rows:
        if row.get("role") != "user" or is_ours(row):
            continue
        content = row.get("content")
        if content is None or isinstance(content, str):
            row["content"] = (content or "").join(pieces)
            continue
        texts = _text_parts(content)
        if len(pieces) == 2 and texts:
            texts[0]["text"] = pieces[0] + texts[0]["text"]
            texts[-1]["text"] += pieces[1]
        else:
            for part in texts:
                part["text"] = part["text"].join(pieces)


def _text_parts(content: object) -> list[Row]:
    return [
        part
        for part in (content if isinstance(content, list) else ())
        if isinstance(part, dict)
        and part.get("type") == "text"
        and isinstance(part.get("text"), str)
    ]
