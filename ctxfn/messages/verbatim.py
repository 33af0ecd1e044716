"""A JSON value kept as it came: frozen at the door, handed out as fresh copies."""

from __future__ import annotations

import json
import math
import re
from typing import Final, TypeAlias, final

from attrs import field, frozen

from ctxfn.messages.deep_json import read_deep, write_deep
from ctxfn.messages.errors import InvalidJson, TooDeep
from ctxfn.messages.limits import MAX_JSON_DEPTH, TOO_LARGE

__all__ = ["Extras", "Verbatim", "extra", "freeze", "own"]

_SCALARS: Final = (str, int, float, bool, type(None))

_canonical: Final = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":")
).encode
_as_it_came: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_HALF: Final = re.compile("[\ud800-\udfff]")
_compact: Final = json.JSONEncoder(separators=(",", ":")).encode

#: A container to copy, its copy so far, where it is, and how deep.
_Waiting: TypeAlias = "tuple[object, dict[str, object] | list[object], str, int]"


@final
@frozen(eq=False, repr=False)
class Verbatim:
    """One JSON value that nobody can change: made by `freeze` or `own`, read by `thaw`.

    Equal if the canonical JSON is; the order of keys is kept and does not count.
    """

    _value: object = field(alias="value")

    def thaw(self) -> object:
        """Return a fresh copy of the value, the caller's to change."""
        return _copy(self._value, "")

    def shared(self) -> object:
        """Return the value itself, for reading alone: whoever changes it breaks the promise."""
        return self._value

    @property
    def text(self) -> str:
        """The value as canonical JSON: sorted keys, no spaces."""
        try:
            return _canonical(self._value)
        except RecursionError:
            return write_deep(self._value, _canonical, sort_keys=True)

    @property
    def json(self) -> str:
        """The value as compact JSON, keys in their own order, characters as they are.

        Halves of surrogate pairs, which cannot be sent as they are, are written as escapes.
        """
        try:
            written = _as_it_came(self._value)
        except RecursionError:
            written = write_deep(self._value, _as_it_came)
        if not written.isascii() and _HALF.search(written):
            return _HALF.sub(lambda found: f"\\u{ord(found.group()):04x}", written)
        return written

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Verbatim) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        try:
            return f"freeze({self._value!r})"
        except RecursionError:
            return f"freeze({write_deep(self._value, repr, comma=', ', colon=': ')})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as JSON text: pickle itself gives up on lists a few hundred levels deep."""
        try:
            return _from_text, (_compact(self._value),)
        except RecursionError:
            return _from_text, (write_deep(self._value, _compact),)


#: Keys we have no word for, by the codec that read them and alone reads them again.
Extras: TypeAlias = tuple[tuple[str, Verbatim], ...]


def freeze(value: object, path: str = "") -> Verbatim:
    """Copy *value* deeply, checking that it is JSON, and keep the copy unchangeable.

    Contract:
        Tuples become lists; a key that is no text, another type, a number that JSON has no
        word for (``NaN``, the infinities), a whole number too long to write and a value nested
        deeper than the limit are refused. Later changes of *value* are not seen.

    Complexity: O(size of *value*).

    Source: ours; records from outside are frozen at the door, once.

    Raises:
        InvalidJson: something in *value* is no JSON; *path* and the place are named.
        TooDeep: more than `MAX_JSON_DEPTH` levels.

    Examples:
        >>> row = {"tags": ["a"]}
        >>> kept = freeze(row)
        >>> row["tags"].append("b")
        >>> kept.thaw()
        {'tags': ['a']}
    """
    return Verbatim(_copy(value, path))


def own(value: object) -> Verbatim:
    """Keep *value* without a copy: only for what was just parsed and nobody else holds.

    Contract:
        The caller gives up the value; nobody may change it afterwards.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> own([1]).thaw()
        [1]
    """
    return Verbatim(value)


def extra(extras: Extras, codec: str) -> dict[str, object]:
    """Return a fresh dict of what *codec* kept, empty if it kept nothing.

    Contract:
        What another codec kept is not seen.

    Complexity: O(size of what was kept).

    Source: ours.

    Examples:
        >>> extra((("a", freeze({"x": 1})),), "a")
        {'x': 1}
        >>> extra((), "a")
        {}
    """
    for name, kept in extras:
        if name == codec:
            value = kept.thaw()
            return value if isinstance(value, dict) else {}
    return {}


def _from_text(text: str) -> Verbatim:
    try:
        return Verbatim(json.loads(text))
    except RecursionError:
        return Verbatim(read_deep(text))


def _copy(value: object, path: str) -> object:
    """Copy with a list of what is still to copy: depth costs no stack of ours."""
    if isinstance(value, _SCALARS):
        _check_number(value, path)
        return value
    top = _empty(value, path)
    waiting: list[_Waiting] = []
    if isinstance(value, dict) and isinstance(top, dict):
        _copy_object(value, top, path, 1, waiting)
    else:
        waiting.append((value, top, path, 1))
    while waiting:
        source, fresh, path, depth = waiting.pop()
        if depth > MAX_JSON_DEPTH:
            raise TooDeep(None, depth, MAX_JSON_DEPTH)
        if isinstance(source, dict) and isinstance(fresh, dict):
            _copy_object(source, fresh, path, depth, waiting)
        elif isinstance(source, list | tuple) and isinstance(fresh, list):
            for index, inner in enumerate(source):
                if isinstance(inner, _SCALARS):
                    if type(inner) is not str:
                        _check_number(inner, f"{path}[{index}]")
                    fresh.append(inner)
                else:
                    there = f"{path}[{index}]"
                    copy = _empty(inner, there)
                    fresh.append(copy)
                    waiting.append((inner, copy, there, depth + 1))
    return top


def _copy_object(
    source: dict[object, object],
    fresh: dict[str, object],
    path: str,
    depth: int,
    waiting: list[_Waiting],
) -> None:
    for key, inner in source.items():
        if not isinstance(key, str):
            raise InvalidJson(path, f"the key {key!r}", "a text")
        if isinstance(inner, _SCALARS):
            if type(inner) is not str:
                _check_number(inner, f"{path}.{key}" if path else key)
            fresh[key] = inner
        else:
            there = f"{path}.{key}" if path else key
            fresh[key] = copy = _empty(inner, there)
            waiting.append((inner, copy, there, depth + 1))


def _check_number(value: object, path: str) -> None:
    if isinstance(value, int) and not -TOO_LARGE < value < TOO_LARGE:
        raise InvalidJson(
            path, f"a whole number of {value.bit_length()} bits", "at most 4,300 digits"
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidJson(path, f"the float {value!r}", "a number that JSON can write")


def _empty(value: object, path: str) -> dict[str, object] | list[object]:
    if isinstance(value, dict):
        return {}
    if isinstance(value, list | tuple):
        return []
    raise InvalidJson(path, f"a {type(value).__name__}", "a JSON value")
