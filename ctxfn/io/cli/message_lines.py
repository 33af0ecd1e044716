"""In which lines of a JSON document its messages begin."""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = ["message_lines"]

_BLANK: Final = re.compile(r"[ \t\r\n]*")
#: As `ctxfn.io.cli.reading` looks for them.
_KEYS: Final = ("messages", "contents", "input")
_AROUND: Final = "request"


def message_lines(text: str) -> tuple[int, ...]:
    """Return the line, counted from one, in which each message of a list or a body begins.

    Contract:
        Of a document without messages, or that is no JSON, none.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> message_lines('{"messages": [\\n  {"role": "user"},\\n  {"role": "assistant"}\\n]}')
        (2, 3)
    """
    try:
        places = _places(text, _behind_blank(text, 0))
    except (ValueError, RecursionError, IndexError):
        return ()
    lines: list[int] = []
    line, seen = 1, 0
    for place in places:
        line += text.count("\n", seen, place)
        seen = place
        lines.append(line)
    return tuple(lines)


def _places(text: str, place: int) -> list[int]:
    if text[place] == "[":
        return _elements(text, place)
    if text[place] != "{":
        return []
    for key, start in _members(text, place):
        if key in _KEYS and text[start] == "[":
            return _elements(text, start)
        if key == _AROUND:
            return _places(text, start)
    return []


def _elements(text: str, place: int) -> list[int]:
    found: list[int] = []
    place = _behind_blank(text, place + 1)
    while text[place] != "]":
        found.append(place)
        place = _behind_value(text, place)
        if text[place] == ",":
            place = _behind_blank(text, place + 1)
    return found


def _members(text: str, place: int) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    place = _behind_blank(text, place + 1)
    while text[place] != "}":
        key, behind = _DECODER.raw_decode(text, place)
        start = _behind_blank(text, _behind_blank(text, behind) + 1)
        found.append((str(key), start))
        place = _behind_value(text, start)
        if text[place] == ",":
            place = _behind_blank(text, place + 1)
    return found


_DECODER: Final = json.JSONDecoder()


def _behind_value(text: str, place: int) -> int:
    return _behind_blank(text, _DECODER.raw_decode(text, place)[1])


def _behind_blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return place if found is None else found.end()
