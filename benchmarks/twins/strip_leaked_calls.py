"""Take the markup of calls out of answers, in place."""

from __future__ import annotations

import re

from benchmarks.twins.shapes import Rows

__all__ = ["strip_leaked_calls"]

_MARK = re.compile("<(/?)[|\uff5c][^<>]*(>?)")


def strip_leaked_calls(rows: Rows, *, word: str = "DSML") -> None:
    """Take out marks and what stands between them, again until there are none."""
    for row in rows:
        text = row.get("content")
        if row.get("role") == "assistant" and isinstance(text, str) and word in text:
            row["content"] = _stripped(text, word)


def _stripped(text: str, word: str) -> str:
    left = text
    while True:
        before = left
        left = _without_pairs(left, word)
        left = _MARK.sub(lambda found: "" if word in found[0] and found[2] else found[0], left)
        left = _MARK.sub(lambda found: "" if word in found[0] and not found[2] else found[0], left)
        if left == before:
            return text if left == text else left.strip()


def _without_pairs(text: str, word: str) -> str:
    pieces, at = [], 0
    begin: int | None = None
    for found in _MARK.finditer(text):
        if word not in found[0] or not found[2]:
            continue
        if found[1] and begin is not None:
            pieces.append(text[at:begin])
            at, begin = found.end(), None
        elif not found[1] and begin is None:
            begin = found.start()
    return "".join((*pieces, text[at:]))
