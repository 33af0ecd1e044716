"""Names of tools from ids of sources: short, in ASCII, and no two alike."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, check_argument
from ctxfn.functional import countby

__all__ = ["LONGEST_NAME", "limited", "marked", "slug", "slugs"]

#: What every vendor takes.
LONGEST_NAME: Final = 64

#: Leaves room for a verb before it, or a tool's own name behind.
_LONGEST_SLUG: Final = 40
_OTHER: Final = re.compile(r"[^a-z0-9]+")
_DIGITS: Final = 6


def slug(id: str, /) -> str:
    """Write *id* in lower-case ASCII letters, digits and underscores.

    Contract:
        What else it has becomes an underscore. Where that loses more than punctuation (letters
        of other scripts, or what is too long) six digits of its hash tell it from others.

    Complexity: O(characters).

    Source: Agno's names of tools, which lose what is not ASCII.

    Examples:
        >>> slug("My-Provider.2")
        'my_provider_2'
        >>> slug("中文"), slug("日本") == slug("中文")
        ('source_72726d', False)
    """
    check_argument("slug, id", id, str, "a text")
    plain = _OTHER.sub("_", id.lower()).strip("_")
    if plain and id.isascii() and len(plain) <= _LONGEST_SLUG:
        return plain
    return marked(plain or "source", id, _LONGEST_SLUG)


@blames_arguments
def slugs(ids: Iterable[str], /) -> tuple[str, ...]:
    """Write each of *ids*; where two would be alike, all that are get digits of their hash.

    Raises:
        InvalidArgument: an id is there twice.

    Examples:
        >>> slugs(["a", "b.c", "b-c"])
        ('a', 'b_c_b476cc', 'b_c_ea8fa8')
    """
    given = tuple(ids)
    twice = [one for one, count in countby(lambda each: each, given).items() if count > 1]
    if twice:
        raise InvalidArgument("sources", f"two with the id {twice[0]!r}", "an id for each")
    plain = tuple(map(slug, given))
    counts = countby(lambda one: one, plain)
    return tuple(
        one if counts[one] == 1 else marked(one, whole, _LONGEST_SLUG)
        for one, whole in zip(plain, given, strict=True)
    )


def limited(name: str) -> str:
    """Cut a tool's *name* to what every vendor takes; what was cut is told apart by its hash."""
    return name if len(name) <= LONGEST_NAME else marked(name, name, LONGEST_NAME)


def marked(plain: str, id: str, longest: int = LONGEST_NAME) -> str:
    """Put digits of the hash of *id* behind *plain*, which tell it from others written so."""
    digits = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return f"{plain[: longest - _DIGITS - 1].rstrip('_')}_{digits}"
