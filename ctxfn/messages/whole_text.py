"""Text that UTF-8 can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["are_whole", "is_whole", "whole_text"]

#: Halves of a character above U+FFFF without the other half: text was cut between them.
_LONE: Final = re.compile("[\ud800-\udfff]")


def is_whole(text: str, /) -> bool:
    """Say whether UTF-8 can hold *text*; to try is quicker than to search for halves.

    Contract:
        False exactly where a lone surrogate stands.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> is_whole("cut"), is_whole("cut \\ud83d")
        (True, False)
    """
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def are_whole(texts: Iterable[str], /) -> bool:
    """Say whether UTF-8 can hold each of *texts*.

    Contract:
        As `is_whole` of each. Where each character takes one byte there are no halves, and to
        see that is a copy; it is tried up to the first text that is wider.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> are_whole(["cut", "caf\\u00e9"]), are_whole(["caf\\u00e9", "\\u20ac", "cut \\ud83d"])
        (True, False)
    """
    rest = iter([text for text in texts if not text.isascii()])
    for text in rest:
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            return is_whole(text) and all(map(is_whole, rest))
    return True


def whole_text(text: str, /) -> str:
    """Put U+FFFD where a lone surrogate stands in *text*.

    Contract:
        The same object if none does. As long as before.

    Complexity: O(characters).

    Source: catalogue rule ``invalid-unicode``; JSON in UTF-8 cannot carry them.

    Examples:
        >>> whole_text("cut \\ud83d") == "cut \\ufffd"
        True
    """
    return text if is_whole(text) else _LONE.sub("\ufffd", text)
