"""JSON text in, a value out, and only our errors: the one reader of all rooms."""

from __future__ import annotations

import json
import math
from typing import Final, NamedTuple, Never

from ctxfn.messages.deep_json import JsonPath, read_deep
from ctxfn.messages.errors import InvalidJson, TooDeep
from ctxfn.messages.json_depth import scan_json
from ctxfn.messages.limits import MAX_JSON_DEPTH

__all__ = ["Parsed", "parse_json", "path_text"]

_CONTAINERS: Final = (dict, list)


class Parsed(NamedTuple):
    """A value, the caller's alone, and where an object has a key twice: the last value stands."""

    value: object
    repeated: tuple[JsonPath, ...] = ()


def parse_json(data: str | bytes, *, deepest: int = MAX_JSON_DEPTH) -> Parsed:
    """Parse JSON text, or the bytes of one: UTF-8, with or without a byte order mark.

    Contract:
        ``NaN``, the infinities and numbers too large for one are no JSON; a text with lone
        surrogates, written as escapes, is. Down to *deepest* brackets it does not matter how
        much of the interpreter's stack is taken. Of a key given twice the last value stands,
        and `repeated` has its path.

    Complexity: O(bytes).

    Source: Python's parser, which runs out of stack on deep input; the scan before it is ours.

    Raises:
        InvalidJson: no UTF-8, or no JSON; the place is named.
        TooDeep: more than *deepest* brackets inside each other.

    Examples:
        >>> parse_json(b'[1, null]').value
        [1, None]
        >>> parse_json('[{"a": 1, "a": 2}]')
        Parsed(value=[{'a': 2}], repeated=((0, 'a'),))
    """
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    depth, pairs = scan_json(raw)
    if depth > deepest:
        raise TooDeep(None, depth, deepest)
    text = ""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        return _parsed(text, pairs)
    except UnicodeDecodeError as wrong:
        found = f"byte {wrong.object[wrong.start]:#04x} at byte {wrong.start}"
        raise InvalidJson("", found, "JSON in UTF-8") from wrong
    except json.JSONDecodeError as wrong:
        where = f"line {wrong.lineno}, column {wrong.colno}"
        raise InvalidJson("", f"no JSON at {where} ({wrong.msg})", "JSON") from wrong
    except _NoNumber:
        raise _refusal(text) from None
    except ValueError as wrong:
        raise InvalidJson("", "a number with too many digits", "JSON") from wrong


def path_text(path: JsonPath) -> str:
    """Write a path as it would be written in code.

    Contract:
        Keys behind dots, indexes in brackets; the empty path is empty.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> path_text(("messages", 0, "content"))
        'messages[0].content'
    """
    written = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return written.removeprefix(".")


def _decode(text: str) -> object:
    """Do as `json.loads` does, which makes a decoder anew for each text."""
    if text.startswith("\ufeff"):
        return json.loads(text)  # which says what is wrong with it
    return _DECODER.decode(text)


class _NoNumber(ValueError):
    """A number that JSON does not have."""


def _parsed(text: str, pairs: int) -> Parsed:
    """Parse *text*, and slowly once more if it writes more *pairs* than came out of it."""
    try:
        value: object = _decode(text)
    except RecursionError:
        pass
    else:
        if _keys_in(value) == pairs:
            return Parsed(value)
    repeated: list[JsonPath] = []
    return Parsed(read_deep(text, _refuse, _finite, told=repeated.append), tuple(repeated))


def _keys_in(value: object) -> int:
    keys = 0
    waiting: list[object] = [value]
    for one in waiting:
        if isinstance(one, dict):
            keys += len(one)
            waiting += [inner for inner in one.values() if inner.__class__ in _CONTAINERS]
        elif isinstance(one, list):
            waiting += [inner for inner in one if inner.__class__ in _CONTAINERS]
    return keys


def _refuse(constant: str) -> Never:
    raise _NoNumber(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise _NoNumber(digits)
    return number


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def _refusal(text: str) -> InvalidJson:
    """Parse *text* once more, slowly, to say where the number that is none stands."""
    places: list[JsonPath] = []
    try:
        read_deep(text, _refuse, _finite, failed=places.append)
    except _NoNumber as wrong:
        (place,) = places
        digits = str(wrong) if len(str(wrong)) <= 20 else f"{str(wrong)[:20]}…"
        return InvalidJson(path_text(place), digits, "a number that JSON has")
    raise AssertionError("what was refused once is refused again")
