"""Parse JSON of any size and shape without ever running out of stack."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import Final

from ctxfn.messages import MAX_JSON_DEPTH, InvalidJson, TooDeep

__all__ = ["depth_of_json", "read_json"]

_NO_MARKS: Final = bytes(set(range(256)) - set(b'[]{}"'))
_STEP: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def read_json(data: bytes) -> object:
    """Parse *data*, UTF-8 with or without a byte order mark; the result is the caller's alone.

    Contract:
        ``NaN`` and the infinities are read, as Python's parser does; a text with lone
        surrogates (written as escapes) too. Of a key given twice the last value stands.

    Complexity: O(bytes).

    Source: Python's parser, which runs out of stack on deep input; the scan before it is ours.

    Raises:
        InvalidJson: no UTF-8, or no JSON; the place is named.
        TooDeep: more than `MAX_JSON_DEPTH` brackets inside each other.

    Examples:
        >>> read_json(b'[{"role": "user"}]')
        [{'role': 'user'}]
    """
    depth = depth_of_json(data)
    if depth > MAX_JSON_DEPTH:
        raise TooDeep(None, depth, MAX_JSON_DEPTH)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        found = f"byte {data[wrong.start]:#04x} at byte {wrong.start}"
        raise InvalidJson("", found, "JSON in UTF-8") from wrong
    except json.JSONDecodeError as wrong:
        where = f"line {wrong.lineno}, column {wrong.colno}"
        raise InvalidJson("", f"no JSON at {where} ({wrong.msg})", "JSON") from wrong
    except ValueError as wrong:
        raise InvalidJson("", "a number with too many digits", "JSON") from wrong


def depth_of_json(data: bytes) -> int:
    """Count how many brackets are open at once at most, those in texts left out.

    Contract:
        Right up to the first place where *data* is no JSON.

    Complexity: O(bytes), all but the brackets at the speed of a search.

    Source: ours.

    Examples:
        >>> depth_of_json(b'{"a": ["[[", {}]}'), depth_of_json(b"1")
        (3, 0)
    """
    unescaped = data
    if b"\\" in data:
        unescaped = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = unescaped.translate(None, _NO_MARKS)
    return _deepest(b"".join(marks.split(b'"')[::2]))


def _deepest(brackets: bytes) -> int:
    return max(accumulate(map(_STEP.__getitem__, brackets), initial=0))
