"""A JSON value kept as it came: frozen at the door, handed out as fresh copies."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias, final

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
        return _copy(self._value, "")

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

    def __reduce__(self) -> tuple[Callable[[str], Verbatim], tuple[str]]:
        # As text: pickle needs several frames a level, and would give up on what we allow.
        return _parsed, (json.dumps(self._value),)

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


def _parsed(text: str) -> Verbatim:
    return Verbatim(json.loads(text))


def _copy(value: object, path: str) -> object:
    """Copy deeply in a loop: the limit of depth is ours, not the interpreter's."""
    if isinstance(value, _SCALARS):
        return value
    whole: list[Any] = [None]
    waiting: list[tuple[object, str, int, Any, int | str]] = [(value, path, 0, whole, 0)]
    while waiting:
        source, where, depth, holder, key = waiting.pop()
        if depth > MAX_JSON_DEPTH:
            raise TooDeep(None, depth, MAX_JSON_DEPTH)
        fresh = holder[key] = _shallow(source, where)
        for name, inner in fresh.items() if isinstance(fresh, dict) else enumerate(fresh):
            if not isinstance(inner, _SCALARS):
                step = f".{name}" if isinstance(name, str) else f"[{name}]"
                waiting.append((inner, where + step, depth + 1, fresh, name))
    return whole[0]


def _shallow(value: object, path: str) -> dict[str, object] | list[object]:
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise InvalidJson(path, f"the key {key!r}", "a text")
        return dict(value)
    if isinstance(value, list | tuple):
        return list(value)
    raise InvalidJson(path, f"a {type(value).__name__}", "a JSON value")
