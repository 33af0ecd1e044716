"""Options as JSON says them, and as steps take them."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, fields, has

from ctxfn.errors import CtxfnError
from ctxfn.messages import freeze
from ctxfn.pipeline.config.registry import near
from ctxfn.pipeline.errors import SpecError, printed

__all__ = ["read_value", "write_value"]

#: How a value is named that no JSON can say: ``{"value": "o200k_base"}``.
_NAMED: Final = "value"

_SCALARS: Final = (str, int, float, bool, type(None), None)


def read_value(value: object, hint: Any, path: str, named: Mapping[str, object]) -> object:
    """Turn the JSON *value* into what an option annotated with *hint* takes.

    Contract:
        Nothing is coerced: a text is never a number. Lists become tuples or frozensets,
        objects become records, ``{"value": NAME}`` becomes what *named* has under that name.

    Complexity: O(size of the value).

    Source: ours.

    Raises:
        SpecError: naming *path*, what was found and what was expected.

    Examples:
        >>> read_value(["a", "b"], tuple[str, ...], "config.roles", {})
        ('a', 'b')
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return read_value(value, arguments[0], path, named)
    if isinstance(value, dict) and set(value) == {_NAMED} and isinstance(value[_NAMED], str):
        if value[_NAMED] not in named:
            raise SpecError(f"{path}.{_NAMED}", repr(value[_NAMED]), near(value[_NAMED], named))
        return named[value[_NAMED]]
    if origin in (Union, types.UnionType):
        return _one_of(value, hint, path, named)
    if origin in (tuple, frozenset) and isinstance(value, list):
        return _row(value, hint, path, named)
    if isinstance(hint, type) and has(hint) and isinstance(value, dict):
        return _record(value, hint, path, named)
    if not _is_scalar(value, hint):
        raise SpecError(path, printed(value), _shown(hint))
    return value


def _one_of(value: object, hint: Any, path: str, named: Mapping[str, object]) -> object:
    failures = []
    for one in get_args(hint):
        try:
            return read_value(value, one, path, named)
        except SpecError as failure:
            failures.append(failure)
    inside = [failure for failure in failures if failure.path != path]
    raise inside[0] if inside else SpecError(path, printed(value), _shown(hint))


def _row(value: list[object], hint: Any, path: str, named: Mapping[str, object]) -> object:
    kind, arguments = get_origin(hint), get_args(hint)
    hints = list(arguments)
    if kind is frozenset or arguments[-1] is Ellipsis:
        hints = [arguments[0]] * len(value)
    if len(hints) != len(value):
        raise SpecError(path, printed(value), _shown(hint))
    return kind(
        read_value(one, its, f"{path}[{place}]", named)
        for place, (one, its) in enumerate(zip(value, hints, strict=True))
    )


def _record(value: dict[str, object], kind: type, path: str, named: Mapping[str, object]) -> object:
    hints = get_type_hints(kind, include_extras=True)
    known = {each.alias: hints[each.name] for each in fields(kind) if each.init}
    for name in value:
        if name not in known:
            raise SpecError(f"{path}.{name}", printed(value[name]), near(name, known))
    read = {
        name: read_value(one, known[name], f"{path}.{name}", named) for name, one in value.items()
    }
    try:
        made: object = kind(**read)
    except (CtxfnError, TypeError, ValueError) as error:
        raise SpecError(path, printed(value), f"a {kind.__name__}: {error}") from error
    return made


def _is_scalar(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return any(type(one) is type(value) and one == value for one in get_args(hint))
    if hint is Any or hint is object:
        return isinstance(value, _SCALARS[:-1])
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return hint in _SCALARS and type(value) is (type(None) if hint is None else hint)


def _shown(hint: Any) -> str:
    if isinstance(hint, type) and not get_args(hint):
        return hint.__name__ if hint in _SCALARS else f'{{"{_NAMED}": NAME}} of a {hint.__name__}'
    return str(hint).replace("typing.", "")


def write_value(value: object, path: str, named: Mapping[str, object]) -> object:
    """Turn an option's *value* into the JSON that `read_value` reads it from.

    Contract:
        What *named* has is written by its name. Fields of records that are as by default are
        left out.

    Complexity: O(size of the value x named values).

    Source: ours.

    Raises:
        SpecError: naming *path*; the value is neither JSON, a record, nor among *named*.

    Examples:
        >>> write_value(("a", "b"), "config.roles", {})
        ['a', 'b']
    """
    if isinstance(value, str | int | float | bool | None):
        return freeze(value, path).thaw()
    for name, one in named.items():
        if one is value or (type(one) is type(value) and one == value):
            return {_NAMED: name}
    if isinstance(value, tuple):
        return [write_value(one, f"{path}[{place}]", named) for place, one in enumerate(value)]
    if isinstance(value, frozenset):
        return sorted(
            (write_value(one, path, named) for one in value), key=lambda one: freeze(one).text
        )
    kind: type = type(value)
    if has(kind):
        return {
            each.alias: write_value(getattr(value, each.name), f"{path}.{each.alias}", named)
            for each in fields(kind)
            if each.init and not _is_default(value, each)
        }
    expected = "JSON, a record, or a value that the registry has a name for"
    raise SpecError(path, printed(value), expected)


def _is_default(value: object, each: Attribute[Any]) -> bool:
    if each.default is NOTHING or callable(getattr(each.default, "factory", None)):
        return False
    found = getattr(value, each.name)
    return type(found) is type(each.default) and bool(found == each.default)
