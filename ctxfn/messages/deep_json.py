"""JSON without a stack: for values so deep that Python's own writer and reader give up.

Those are quicker, so they are tried first; what they cannot do depends on how many frames
are taken already, and no answer may depend on that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias, cast

__all__ = ["JsonPath", "read_deep", "write_deep"]

_Container: TypeAlias = "dict[str, object] | list[object]"

#: Where inside a value, as keys and indexes.
JsonPath: TypeAlias = tuple[str | int, ...]

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


def write_deep(
    value: object,
    scalar: Callable[[object], str],
    *,
    sort_keys: bool = False,
    comma: str = ",",
    colon: str = ":",
) -> str:
    """Write *value* as nested brackets, keys and what is no list and no object by *scalar*.

    Contract:
        With the separators and the writer of `json.dumps`, its text; with those of `repr`, its.

    Complexity: O(size), without recursion.

    Source: ours.

    Examples:
        >>> write_deep({"a": [1, {}]}, json.dumps)
        '{"a":[1,{}]}'
    """
    written: list[str] = []
    open_ones: list[_Open] = []
    _begin(value, scalar, sort_keys, written, open_ones)
    while open_ones:
        inside = open_ones[-1]
        for number, (key, inner) in inside.rest:
            written.append(
                (comma if number else "") + (scalar(key) + colon if inside.keyed else "")
            )
            if _begin(inner, scalar, sort_keys, written, open_ones):
                break
        else:
            written.append("}" if inside.keyed else "]")
            open_ones.pop()
    return "".join(written)


class _Open(NamedTuple):
    """An object or a list that is being written: what is left of it."""

    rest: Iterator[tuple[int, tuple[object, object]]]
    keyed: bool


def _begin(
    value: object,
    scalar: Callable[[object], str],
    sort_keys: bool,
    written: list[str],
    open_ones: list[_Open],
) -> bool:
    """Write a scalar, or the bracket of what is then to be written; say whether there is such."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: str(pair[0])) if sort_keys else value.items()
        open_ones.append(_Open(enumerate(pairs), True))
        written.append("{")
    elif isinstance(value, list):
        open_ones.append(_Open(enumerate((None, inner) for inner in value), False))
        written.append("[")
    else:
        written.append(scalar(value))
        return False
    return True


def read_deep(
    text: str,
    parse_constant: Callable[[str], object] | None = None,
    parse_float: Callable[[str], object] | None = None,
    *,
    told: Callable[[JsonPath], None] | None = None,
    failed: Callable[[JsonPath], None] | None = None,
) -> object:
    """Parse JSON *text* as `json.loads` does.

    Contract:
        What `json.loads` accepts and refuses, however deep. *told* hears the path of each key
        that its object has already, *failed* that of a scalar that cannot be read.

    Complexity: O(characters), without recursion.

    Source: ours.

    Examples:
        >>> read_deep('{"a": [1, {}]}')
        {'a': [1, {}]}
    """
    holders: list[_Container] = []
    keys: list[str] = []
    decoder = json.JSONDecoder(parse_constant=parse_constant, parse_float=parse_float)
    place = _skipped(text, 0)
    while True:
        try:
            value, place, goes_on = _value(text, place, decoder)
        except ValueError:
            if failed is not None:
                failed(_path(holders, keys))
            raise
        if goes_on:
            holders.append(cast("_Container", value))
        while not goes_on:
            if not holders:
                return _whole(value, text, place)
            _put(holders[-1], keys, value)
            goes_on, place = _after(text, place, holders[-1])
            if not goes_on:
                value = holders.pop()
        innermost = holders[-1]
        if isinstance(innermost, dict):
            key, place = _key(text, place)
            keys.append(key)
            if told is not None and key in innermost:
                told(_path(holders, keys))


def _path(holders: list[_Container], keys: list[str]) -> JsonPath:
    """Say where the value that is being read will be put."""
    named = iter(keys)
    return tuple(next(named) if isinstance(one, dict) else len(one) for one in holders)


def _value(text: str, place: int, decoder: json.JSONDecoder) -> tuple[object, int, bool]:
    """Read a scalar or something empty; of more only the bracket, and say that it goes on."""
    for opening, closing, kind in (("[", "]", list), ("{", "}", dict)):
        if text.startswith(opening, place):
            place = _skipped(text, place + 1)
            empty = text.startswith(closing, place)
            return kind(), place + empty, not empty
    return (*decoder.raw_decode(text, place), False)


def _put(holder: _Container, keys: list[str], value: object) -> None:
    if isinstance(holder, dict):
        holder[keys.pop()] = value
    else:
        holder.append(value)


def _after(text: str, place: int, holder: _Container) -> tuple[bool, int]:
    """Read what follows a value: say whether another one does."""
    place = _skipped(text, place)
    if text.startswith(",", place):
        return True, _skipped(text, place + 1)
    if not text.startswith("}" if isinstance(holder, dict) else "]", place):
        raise json.JSONDecodeError("Expecting ',' delimiter", text, place)
    return False, place + 1


def _key(text: str, place: int) -> tuple[str, int]:
    if not text.startswith('"', place):
        raise json.JSONDecodeError("Expecting property name in double quotes", text, place)
    key, place = _DECODER.raw_decode(text, place)
    place = _skipped(text, place)
    if not text.startswith(":", place):
        raise json.JSONDecodeError("Expecting ':' delimiter", text, place)
    return key, _skipped(text, place + 1)


def _whole(value: object, text: str, place: int) -> object:
    place = _skipped(text, place)
    if place != len(text):
        raise json.JSONDecodeError("Extra data", text, place)
    return value


def _skipped(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place
