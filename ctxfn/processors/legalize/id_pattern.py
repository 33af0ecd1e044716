"""The patterns an id may be asked to match: those that take linear time on any text."""

from __future__ import annotations

import re
from typing import Annotated, Final, TypeAlias

from annotated_types import Predicate, doc

__all__ = ["IdPattern", "is_id_pattern"]

#: A character class, and how often one of its characters stands there.
_FORM: Final = re.compile(
    r"\[\^?(?:\\[^\W_]|\\[^\w\s]|[^\[\]\\])+\](?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})?"
)

#: Pairs that Python may one day read as operations on sets, and warns of.
_RESERVED: Final = ("--", "&&", "||", "~~")


def is_id_pattern(text: object) -> bool:
    """Say whether *text* is a character class and how often: ``[a-zA-Z0-9]{9}``, ``[a-z_-]+``.

    A pattern of any form can take longer than the age of the world over one id; this form reads
    each character once, and says all that a target demands of an id.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> [is_id_pattern(one) for one in ("[a-z]{9}", "[", "(a+)+", "[z-a]+", "[a]{2,1}")]
        [True, False, False, False, False]
    """
    if not isinstance(text, str) or len(text) > 1_000 or _FORM.fullmatch(text) is None:
        return False
    if any(pair in text for pair in _RESERVED):
        return False
    try:
        re.compile(text)
    except (re.error, OverflowError):
        return False
    return True


#: What an option takes that says which ids are right; the whole id has to match.
IdPattern: TypeAlias = Annotated[
    str,
    Predicate(is_id_pattern),
    doc("a character class and how often, like '[a-zA-Z0-9]{9}' or '[a-z_-]+'"),
]
