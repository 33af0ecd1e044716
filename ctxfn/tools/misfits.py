"""Hold arguments against what the declaration of a tool says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from ctxfn.messages import JsonPath, Verbatim
from ctxfn.tools.argument_records import Misfit

__all__ = ["misfits_of", "missing_of"]

#: Whoever has seen so many need not see more; it bounds the answer on any input.
_TOLD: Final = 20

_Waiting: TypeAlias = tuple[JsonPath, object, object]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: object) -> bool:
    return _is_number(value) and (not isinstance(value, float) or value.is_integer())


_TYPES: Final[Mapping[str, tuple[str, Callable[[object], bool]]]] = MappingProxyType(
    {
        "object": ("an object", lambda value: isinstance(value, dict)),
        "array": ("a list", lambda value: isinstance(value, list)),
        "string": ("a text", lambda value: isinstance(value, str)),
        "boolean": ("true or false", lambda value: isinstance(value, bool)),
        "null": ("null", lambda value: value is None),
        "integer": ("a whole number", _is_integer),
        "number": ("a number", _is_number),
    }
)


def missing_of(value: object, parameters: Verbatim | None) -> tuple[str, ...]:
    """List the required names that an object does not have; of anything else, none.

    Complexity: O(required names).
    """
    schema = None if parameters is None else parameters.shared()
    if not isinstance(schema, dict) or not isinstance(value, dict):
        return ()
    return tuple(dict.fromkeys(name for name in _required(schema) if name not in value))


def misfits_of(value: object, parameters: Verbatim | None) -> tuple[Misfit, ...]:
    """List where *value* is of another type than declared, the outermost places first.

    Contract:
        Judged are ``type``, ``enum``, ``const``, ``properties``, ``items`` and, below the top,
        ``required``; the arguments as a whole are an object. A keyword not named here, a
        reference and a malformed schema let everything pass. At most 20 are told.

    Complexity: O(size of *value*), times the values of an ``enum``.

    Source: JSON Schema, draft 2020-12, of which tools use little.
    """
    schema = None if parameters is None else parameters.shared()
    if not isinstance(schema, dict):
        return ()
    if not isinstance(value, dict):
        return (Misfit((), _kind_of(value), "an object"),)
    return tuple(islice(_found(value, schema), _TOLD))


def _found(value: object, schema: dict[str, object]) -> Iterator[Misfit]:
    """Go through *value* level by level; members are looked up when their turn comes."""
    waiting = [_inner((), value, schema)]
    for members in waiting:
        for path, one, declared in members:
            if isinstance(declared, dict):
                yield from _judged(path, one, declared)
                if isinstance(one, dict | list):
                    waiting.append(_inner(path, one, declared))


def _inner(path: JsonPath, value: object, schema: dict[str, object]) -> Iterator[_Waiting]:
    declared = schema.get("properties")
    if isinstance(value, dict) and isinstance(declared, dict):
        for key, one in value.items():
            if key in declared:
                yield (*path, key), one, declared[key]
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, dict):
        for index, one in enumerate(value):
            yield (*path, index), one, items


def _judged(path: JsonPath, value: object, schema: dict[str, object]) -> Iterator[Misfit]:
    expected = _expected(value, schema)
    if expected:
        yield Misfit(path, _kind_of(value), expected)
    elif isinstance(value, dict):
        for name in _required(schema):
            if name not in value:
                yield Misfit((*path, name), "nothing", "a value: it is required")


def _expected(value: object, schema: dict[str, object]) -> str:
    """Say what *schema* wants instead of *value*; nothing if the value will do."""
    if value is None and schema.get("nullable") is True:
        return ""
    declared = schema.get("type")
    types = declared if isinstance(declared, list) else [declared]
    known = [_TYPES[one] for one in types if isinstance(one, str) and one in _TYPES]
    if known and len(known) == len(types) and not any(fits(value) for _, fits in known):
        return " or ".join(word for word, _ in known)
    allowed = schema.get("enum")
    if isinstance(allowed, list) and not any(_same(value, one) for one in allowed):
        return "one of the values listed"
    if "const" in schema and not _same(value, schema["const"]):
        return "the one value there is"
    return ""


def _same(one: object, other: object) -> bool:
    """Compare as JSON does, where true is not 1; containers are not looked into."""
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return type(one) is type(other)
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _required(schema: dict[str, object]) -> Iterator[str]:
    names = schema.get("required")
    if isinstance(names, list):
        yield from (name for name in names if isinstance(name, str))


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float):
        return "a number"
    return "an object" if isinstance(value, dict) else "a list"
