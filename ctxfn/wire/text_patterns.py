"""The patterns an id or a name may have to match: those that take linear time on any text."""

from __future__ import annotations

import re
from typing import Annotated, Final, TypeAlias

from annotated_types import Predicate, doc

__all__ = ["TextPattern", "is_text_pattern"]

#: A character class, and how often one of its characters stands there.
_FORM: Final = re.compile(
    r"\[\^?(?:\\[^\W_]|\\[^\w\s]|[^\[\]\\])+\](?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})?"
)

#: Pairs that Python may one day read as operations on sets, and warns of.
_RESERVED: Final = ("--", "&&", "||", "~~")


def is_text_pattern(text: object) -> bool:
    """Say whether *text* is a character class and how often: ``[a-zA-Z0-9]{9}``, ``[a-z_-]+``.

    A pattern of any form can take longer than the age of the world over one text; this form
    reads each character once, and says all that a target demands of an id or a name.

    Contract:
        What is no text, too long, or no pattern at all is none.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> [is_text_pattern(one) for one in ("[a-z]{9}", "[", "(a+)+", "[z-a]+", "[a]{2,1}")]
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


#: What an option takes that says which texts are right; the whole text has to match.
TextPattern: TypeAlias = Annotated[
    str,
    Predicate(is_text_pattern),
    doc("a character class and how often, like '[a-zA-Z0-9]{9}' or '[a-z_-]+'"),
]
