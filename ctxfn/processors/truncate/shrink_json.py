"""Shorten the long texts inside JSON and leave every other byte of it as it was written."""

from __future__ import annotations

import json
import re
from typing import Final

from ctxfn.messages import InvalidJson, TooDeep, parse_json

__all__ = ["least_shrunk", "shrunk_json", "shrunk_text"]

#: The word on what went is no longer, so a text that was cut once is short ever after.
_WORD: Final = 80

#: A text as JSON writes it, and the colon behind it if it is a key.
_LITERAL: Final = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?', re.DOTALL)

_HALF: Final = re.compile("[\ud800-\udfff]")


def shrunk_json(text: str, longer_than: int, keep: int) -> str:
    """Return the JSON object or list *text* with its long texts shortened.

    Contract:
        Each text that is a value, at any depth, and longer than *longer_than* characters (and
        than what would stand for it) keeps its first *keep*, and says how long it was. Keys and
        all other bytes stay. What is no JSON object or list is returned as it is.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> shrunk_json('{"n": 1.50, "note": "' + "x" * 200 + '"}', 100, 5)
        '{"n": 1.50, "note": "xxxxx [195 of 200 characters are left out]"}'
        >>> shrunk_json("no JSON", 1, 1)
        'no JSON'
    """
    longest = least_shrunk(longer_than, keep)
    if len(text) <= longest or not text.lstrip().startswith(("{", "[")):
        return text
    # Only a text with so much between two quotes is worth a parser's time.
    if not any(found.end() - found.start() > longest for found in _LITERAL.finditer(text)):
        return text
    try:
        parse_json(text)
    except (InvalidJson, TooDeep):
        return text
    return _LITERAL.sub(lambda found: _literal(found, longer_than, keep), text)


def least_shrunk(longer_than: int, keep: int) -> int:
    """Return how long a text may be that certainly stays as it is.

    Complexity: O(1).
    """
    return max(longer_than, keep + _WORD)


def shrunk_text(text: str, longer_than: int, keep: int) -> str:
    """Return the first *keep* characters of a long *text* and a word on how long it was.

    Contract:
        A text of at most *longer_than* characters stays, and so does one that is hardly longer
        than what would stand for it.

    Complexity: O(keep).

    Source: ours.

    Examples:
        >>> shrunk_text("y" * 1_000, 500, 4)
        'yyyy [996 of 1,000 characters are left out]'
    """
    if len(text) <= least_shrunk(longer_than, keep):
        return text
    word = f"[{len(text) - keep:,} of {len(text):,} characters are left out]"
    return f"{text[:keep]} {word}" if keep else word


def _literal(found: re.Match[str], longer_than: int, keep: int) -> str:
    written, colon = found[0], found[2]
    if colon is not None or len(written) - 2 <= longer_than:
        return written
    # Control characters that a text holds raw, some parsers take: this one reads them too.
    value = json.loads(written, strict=False)
    short = shrunk_text(value, longer_than, keep)
    if short is value:
        return written
    plain = written.isascii() or _HALF.search(short) is not None
    return json.dumps(short, ensure_ascii=plain)
