"""Cut a text where no character that a person sees is cut in two."""

from __future__ import annotations

import unicodedata
from typing import Final

from ctxfn.arguments import blames_arguments

__all__ = ["DOTS", "cut_text"]

DOTS: Final = "..."
"""What stands where a text was cut."""

#: What people see as one character is seldom longer; of a longer one the end is cut off.
_LONGEST: Final = 32

_JOINER: Final = "\u200d"


@blames_arguments
def cut_text(text: str, characters: int) -> str:
    """Return *text* without white space around it, and no longer than *characters*, then dots.

    Contract:
        Short enough: as it is. Else its beginning, the longest that ends between two characters
        as a person sees them (accents, joined emoji, flags, and halves of a surrogate pair stay
        with what they belong to), and three dots.

    Complexity: O(characters).

    Source: LobeHub context-engine, topic references: the dots. It cuts UTF-16 units.

    Examples:
        >>> cut_text(" status? ", 7), cut_text("status quo", 6)
        ('status?', 'status...')
        >>> cut_text("nai\\u0308f", 3)
        'na...'
    """
    text = text.strip()
    if len(text) <= characters:
        return text
    return text[: _border(text, characters)].rstrip() + DOTS


def _border(text: str, at: int) -> int:
    """Return the nearest place at or before *at* where *text* may be cut."""
    for place in range(at, max(at - _LONGEST, 0), -1):
        if not _belong(text, place):
            return place
    return at if at > _LONGEST else 0


def _belong(text: str, place: int) -> bool:
    """Whether what stands on both sides of *place* is one character to a person."""
    before, after = text[place - 1], text[place]
    if after == _JOINER or before == _JOINER or _joins(after):
        return True
    if "\udc00" <= after <= "\udfff" and "\ud800" <= before <= "\udbff":
        return True
    return _is_flag(before) and _is_flag(after) and _flags_before(text, place) % 2 == 1


def _joins(character: str) -> bool:
    """Whether it belongs to what stands before it: accents, variants, tones of skin."""
    if character.isascii():
        return False
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flags_before(text: str, place: int) -> int:
    start = place
    while start > 0 and _is_flag(text[start - 1]):
        start -= 1
    return place - start
