"""Leaked markup: calls that a server let slip into the text of an answer."""

from __future__ import annotations

import re
from typing import Final

from ctxfn.arguments import blames_arguments

__all__ = ["strip_leaks"]

_LETTERS: Final = "DSML"
_BARS: Final = "|\uff5c"

#: `<`, perhaps `/`, a bar, and what is no bracket; complete if `>` follows.
_MARK: Final = re.compile(rf"<(/?)(?=[{_BARS}])([^<>]*)(>?)")


@blames_arguments
def strip_leaks(text: str) -> tuple[str, bool]:
    """Return *text* without marks of calls that were never made, and whether there were any.

    Contract:
        From an opening mark to the nearest closing one all goes; then single marks; then those
        that are not finished, to the next bracket or the end. Again, until nothing changes.
        What is left loses the white space at its ends. Without marks the same text.

    Complexity: O(characters) for each time a mark comes to light.

    Source: the chat agent's replies, rule A11; the marks are those of DeepSeek's servers.

    Examples:
        >>> strip_leaks("Well. <|DSML|call>read<|/DSML|call>"), strip_leaks("<DSML>x</DSML>")
        (('Well. read', True), ('<DSML>x</DSML>', False))
        >>> strip_leaks("Well. <|DSML|a>read</|DSML|a>")
        ('Well.', True)
    """
    stripped = text
    while _LETTERS in stripped:
        once = _once(stripped)
        if once == stripped:
            break
        stripped = once
    return (text, False) if stripped == text else (stripped.strip(), True)


def _once(text: str) -> str:
    marks = [mark for mark in _MARK.finditer(text) if _LETTERS in mark[2]]
    kept: list[str] = []
    place, number = 0, 0
    closing = _next_closing(marks)
    while number < len(marks):
        mark = marks[number]
        kept.append(text[place : mark.start()])
        last = closing[number] if mark[3] and not mark[1] else None
        number = (number if last is None else last) + 1
        place = marks[number - 1].end()
    return "".join((*kept, text[place:]))


def _next_closing(marks: list[re.Match[str]]) -> list[int | None]:
    """For each mark, which complete closing one comes next behind it."""
    found: list[int | None] = [None] * len(marks)
    last: int | None = None
    for number in range(len(marks) - 1, -1, -1):
        found[number] = last
        if marks[number][1] and marks[number][3]:
            last = number
    return found
