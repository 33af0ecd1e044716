"""Whether bytes can be read of a text."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Final

from ctxfn.errors import check_argument

__all__ = ["holds_bytes"]

_FORM: Final = re.compile("[A-Za-z0-9+/_-]+={0,2}")
_PLAIN: Final = str.maketrans("-_", "+/")


def holds_bytes(text: str) -> bool:
    """Say whether *text* is base64, in either alphabet, padded or not.

    Contract:
        Its last character holds no bit that belongs to no byte. An empty text is none.

    Complexity: O(characters), at a glance each.

    Source: RFC 4648.

    Examples:
        >>> [holds_bytes(one) for one in ("c2ln", "c2lnbg==", "a-_b", "hi", "9 lives", "")]
        [True, True, True, False, False, False]
    """
    check_argument("the text", text, str, "a text")
    if _FORM.fullmatch(text) is None:
        return False
    length = len(text.rstrip("="))
    rest = length % 4
    if rest == 1:
        return False
    tail = text[length - rest : length].translate(_PLAIN)
    read = b64decode(tail + "=" * (-rest % 4))
    return b64encode(read).decode().rstrip("=") == tail
