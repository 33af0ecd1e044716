"""Say quickly whether a text is JSON."""

from __future__ import annotations

from typing import Final

import jiter

from ctxfn.arguments import blames_arguments
from ctxfn.messages import InvalidJson, TooDeep, parse_json

__all__ = ["is_json"]

#: Brackets that the quick parser can take inside each other for certain.
_SHALLOW: Final = 150


@blames_arguments
def is_json(text: str) -> bool:
    """Say whether *text* is one JSON value, as the standard has it.

    Contract:
        ``NaN`` and the infinities are refused, halves of surrogate pairs are not; nor is any
        depth up to `MAX_JSON_DEPTH`.

    Complexity: O(characters).

    Source: RFC 8259.

    Examples:
        >>> is_json('{"a": [1, 2]}'), is_json('{"a": NaN}'), is_json("")
        (True, False, False)
    """
    try:
        jiter.from_json(text.encode(), allow_inf_nan=False)
    except ValueError:
        return _is_json_all_the_same(text)
    return True


def _is_json_all_the_same(text: str) -> bool:
    """Ask the patient parser: half a surrogate pair is JSON, and so are many brackets."""
    deep = text.count("[") + text.count("{") > _SHALLOW
    if not deep and "\\u" not in text and text.isascii():
        return False
    try:
        parse_json(text)
    except (InvalidJson, TooDeep):
        return False
    return True
