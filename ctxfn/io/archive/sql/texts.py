"""Texts as every database takes them: no NUL, no half of a character; and back."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

__all__ = ["digest", "plain", "readable", "unreadable"]

_REFUSED: Final = re.compile("[\x00\ud800-\udfff]")
_ESCAPED: Final = re.compile(r"\\(\\|u[0-9a-f]{4})")


def readable(text: str) -> str:
    r"""Write what no database takes as ``\uXXXX``, and so a backslash as two.

    Contract:
        Two texts are never written alike; `unreadable` reads it.

    Complexity: O(characters).

    Source: PostgreSQL refuses NUL in a text; UTF-8 has no halves of characters.

    Examples:
        >>> print(readable("a\\b\0"))
        a\\b\u0000
        >>> unreadable(readable("a\\b\0")) == "a\\b\0"
        True
    """
    doubled = text.replace("\\", "\\\\")
    return _REFUSED.sub(lambda found: f"\\u{ord(found[0]):04x}", doubled)


def unreadable(text: str) -> str:
    """Read what `readable` wrote."""
    return _ESCAPED.sub(
        lambda found: "\\" if found[1] == "\\" else chr(int(found[1][1:], 16)), text
    )


def plain(text: str | None) -> str | None:
    """Put a sign for what no database takes: for columns that people look at."""
    return None if text is None else _REFUSED.sub("\ufffd", text)


def digest(text: str) -> bytes:
    """What stands for *text* in an index, however long it is."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
