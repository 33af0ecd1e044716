"""Records from what JSON and TOML can say: strictly, and in words when it is not so."""

from __future__ import annotations

import types
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has
from pyrsistent import PVector

from ctxfn.errors import CtxfnError
from ctxfn.io.errors import InvalidValue
from ctxfn.wire import codec_named, detect

__all__ = ["read_record"]

_WORDS: Final[dict[object, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    datetime: "a moment, as in 2026-03-01T09:30:00Z",
}


def read_record(value: object, kind: type, path: str) -> object:
    """Make a record of *kind* of *value*, an object of its fields.

    Contract:
        Nothing is coerced: a text is never a number. Lists become tuples, objects records,
        texts in ISO 8601 moments, rows of messages messages.

    Complexity: O(size of *value*), times the records a field may choose from.

    Source: ours.

    Raises:
        InvalidValue: names the place, what was found and what was expected.

    Examples:
        >>> from ctxfn.facts import TodoList
        >>> read_record({"items": [{"text": "read", "status": "completed"}]}, TodoList, "TodoList")
        TodoList(items=(Todo(text='read', status='completed'),))
    """
    known = _hints(kind)
    if not isinstance(value, dict):
        raise InvalidValue(path, _shown(value), _expected(kind))
    for name in value:
        if name not in known:
            raise InvalidValue(f"{path}.{name}", "a field it does not have", _expected(kind))
    for name in _required(kind):
        if name not in value:
            raise InvalidValue(f"{path}.{name}", "nothing", _expected(known[name]))
    read = {name: _read(one, known[name], f"{path}.{name}") for name, one in value.items()}
    try:
        return kind(**read)
    except (CtxfnError, TypeError, ValueError) as error:
        raise InvalidValue(path, _shown(value), f"a {kind.__name__}: {error}") from error


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {each.alias: hints[each.name] for each in fields(kind) if each.init}


def _required(kind: type) -> Iterator[str]:
    for each in fields(kind):
        if each.init and each.default is NOTHING:
            yield each.alias


def _read(value: object, hint: Any, path: str) -> object:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _read(value, arguments[0], path)
    if origin in (Union, types.UnionType):
        return _read_one_of(value, arguments, hint, path)
    if origin is PVector:
        return _read_messages(value, path)
    if origin is tuple and isinstance(value, list):
        return _read_list(value, arguments, path)
    if isinstance(hint, type) and has(hint):
        return read_record(value, hint, path)
    if hint is datetime:
        return _read_moment(value, path)
    if not _is_a(value, hint):
        raise InvalidValue(path, _shown(value), _expected(hint))
    return value


def _read_one_of(value: object, hints: tuple[Any, ...], hint: Any, path: str) -> object:
    inside: InvalidValue | None = None
    for one in hints:
        try:
            return _read(value, one, path)
        except InvalidValue as wrong:
            if wrong.path != path and inside is None:
                inside = wrong
    raise inside or InvalidValue(path, _shown(value), _expected(hint))


def _read_list(value: list[object], hints: tuple[Any, ...], path: str) -> object:
    if hints[-1] is Ellipsis:
        hints = (hints[0],) * len(value)
    if len(hints) != len(value):
        raise InvalidValue(path, f"a list of {len(value)}", f"a list of {len(hints)}")
    return tuple(
        _read(one, its, f"{path}[{place}]")
        for place, (one, its) in enumerate(zip(value, hints, strict=True))
    )


def _read_messages(value: object, path: str) -> object:
    if not isinstance(value, list):
        raise InvalidValue(path, _shown(value), "a list of messages")
    try:
        return codec_named(detect(value)).decode(value).messages
    except CtxfnError as error:
        raise InvalidValue(path, _shown(value), f"messages: {error}") from error


def _read_moment(value: object, path: str) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            pass
    raise InvalidValue(path, _shown(value), _expected(datetime))


def _is_a(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return any(type(one) is type(value) and one == value for one in get_args(hint))
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is (type(None) if hint is None else hint)


def _expected(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _expected(arguments[0])
    if origin is Literal:
        return _either([repr(one) for one in arguments])
    if origin in (Union, types.UnionType):
        return _either([_expected(one) for one in arguments])
    if origin is PVector:
        return "a list of messages"
    if origin is tuple:
        return "a list"
    if isinstance(hint, type) and has(hint):
        return f"an object with {', '.join(_hints(hint)) or 'no field'}"
    return _WORDS.get(type(None) if hint is None else hint, "nothing: it cannot be written here")


def _either(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
