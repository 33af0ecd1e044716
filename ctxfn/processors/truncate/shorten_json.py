"""Shorten JSON so that it is JSON still: fewer items, shorter texts, and a word on what went."""

from __future__ import annotations

import json
import re
from typing import Final

from ctxfn.messages import InvalidJson, TooDeep, parse_json

__all__ = ["shortened_json"]

#: Deeper values are cut as text: nobody reads them, and writing them takes the stack.
_DEEPEST: Final = 20

#: No word on what went is longer, punctuation included.
_WORD: Final = 80

_HALF: Final = re.compile("[\ud800-\udfff]")

_write: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def shortened_json(text: str, size: int, why: str) -> str | None:
    """Return the JSON object or list *text* in at most *size* characters, or nothing.

    Contract:
        The answer is valid JSON of the same kind. Lists keep their first items, objects all
        their members as long as shorter values do, the longest shrinking first; texts keep
        their beginnings. Each says how much of it went. Nothing: it is no JSON, too deep, or
        there is no room.

    Complexity: O(characters), times the depth.

    Source: ours; tools that read a cut value again choke on half a bracket.

    Examples:
        >>> shortened_json('{"items": [1, 2, 3], "note": "' + "x" * 200 + '"}', 120, "old")
        '{"items":[1,2,3],"note":"xxxxxxxxxxxxxxx [185 of 200 characters are left out: old]"}'
        >>> shortened_json("no JSON", 100, "old")
    """
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        value = parse_json(text).value
    except (InvalidJson, TooDeep):
        return None
    if _is_deep(value):
        return None
    written = _write(_fitted(value, size, why))
    if len(written) > size or _HALF.search(written):  # halves of characters stay as they came
        return None
    return written


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return False
    return True


def _inside(value: object) -> list[object]:
    match value:
        case list():
            return value
        case dict():
            return list(value.values())
        case _:
            return []


def _fitted(value: object, size: int, why: str) -> object:
    """Shorten *value* towards *size* characters, written."""
    if len(_write(value)) <= size:
        return value
    match value:
        case str():
            return _short_text(value, size, why)
        case list():
            return _short_list(value, size, why)
        case dict():
            return _short_object(value, size, why)
        case _:
            return value


def _short_text(text: str, size: int, why: str) -> str:
    kept = text[: max(size - _WORD, 0)]
    # What is written with escapes takes more room than it has characters.
    kept = kept[: max(len(kept) - (len(_write(kept)) - 2 - len(kept)), 0)]
    word = f"[{len(text) - len(kept):,} of {len(text):,} characters are left out: {why}]"
    short = f"{kept} {word}" if kept else word
    return short if len(short) < len(text) else text


def _short_list(items: list[object], size: int, why: str) -> list[object]:
    kept: list[object] = []
    room = size - _WORD - 2
    for item in items:
        room -= len(_write(item)) + 1
        if room < 0:
            break
        kept.append(item)
    if not kept and items:
        kept = [_fitted(items[0], size - _WORD - 3, why)]
    gone = len(items) - len(kept)
    return [*kept, f"[{gone:,} of {len(items):,} items are left out: {why}]"] if gone else kept


def _short_object(members: dict[str, object], size: int, why: str) -> dict[str, object]:
    lengths = {key: len(_write(value)) for key, value in members.items()}
    short = dict(members)
    excess = len(_write(members)) - size
    for key in sorted(lengths, key=lambda one: -lengths[one]):
        if excess <= 0:
            break
        short[key] = _fitted(members[key], max(lengths[key] - excess, _WORD), why)
        excess -= lengths[key] - len(_write(short[key]))
    return short
