"""A JSON value kept as it came: frozen at the door, handed out as fresh copies."""

from __future__ import annotations

import json
from typing import Final, TypeAlias, final

from attrs import field, frozen

from ctxfn.messages.errors import InvalidJson, TooDeep
from ctxfn.messages.limits import MAX_JSON_DEPTH

__all__ = ["Extras", "Verbatim", "extra", "freeze", "own"]

_SCALARS: Final = (str, int, float, bool, type(None))


@final
@frozen(eq=False, repr=False)
class Verbatim:
    """One JSON value that nobody can change: made by `freeze` or `own`, read by `thaw`.

    Equal if the canonical JSON is; the order of keys is kept and does not count.
    """

    _value: object = field(alias="value")

    def thaw(self) -> object:
        """Return a fresh copy of the value, the caller's to change."""
        return _copy(self._value, "", 0)

    def shared(self) -> object:
        """Return the value itself, for reading alone: whoever changes it breaks the promise."""
        return self._value

    @property
    def text(self) -> str:
        """The value as canonical JSON: sorted keys, no spaces."""
        return json.dumps(self._value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Verbatim) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"freeze({self._value!r})"


#: Keys we have no word for, by the codec that read them and alone reads them again.
Extras: TypeAlias = tuple[tuple[str, Verbatim], ...]


def freeze(value: object, path: str = "") -> Verbatim:
    """Copy *value* deeply, checking that it is JSON, and keep the copy unchangeable.

    Contract:
        Tuples become lists; a key that is no text, another type and a value nested
        deeper than the limit are refused. Later changes of *value* are not seen.

    Complexity: O(size of *value*).

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
    return Verbatim(_copy(value, path, 0))


def own(value: object) -> Verbatim:
    """Keep *value* without a copy: only for what was just parsed and nobody else holds.

    Complexity: O(1).
    """
    return Verbatim(value)


def extra(extras: Extras, codec: str) -> dict[str, object]:
    """Return a fresh dict of what *codec* kept, empty if it kept nothing."""
    for name, kept in extras:
        if name == codec:
            value = kept.thaw()
            return value if isinstance(value, dict) else {}
    return {}


def _copy(value: object, path: str, depth: int) -> object:
    if isinstance(value, _SCALARS):
        return value
    if depth > MAX_JSON_DEPTH:
        raise TooDeep(None, depth, MAX_JSON_DEPTH)
    if isinstance(value, dict):
        fresh: dict[str, object] = {}
        for key, inner in value.items():
            if not isinstance(key, str):
                raise InvalidJson(path, f"the key {key!r}", "a text")
            simple = isinstance(inner, _SCALARS)
            fresh[key] = inner if simple else _copy(inner, f"{path}.{key}", depth + 1)
        return fresh
    if isinstance(value, list | tuple):
        return [
            inner if isinstance(inner, _SCALARS) else _copy(inner, f"{path}[{index}]", depth + 1)
            for index, inner in enumerate(value)
        ]
    raise InvalidJson(path, f"a {type(value).__name__}", "a JSON value")
