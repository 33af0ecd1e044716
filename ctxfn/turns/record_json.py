"""Records as JSON: exact, and the same bytes for the same record."""

from __future__ import annotations

import functools
import json
import typing
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from ctxfn import messages
from ctxfn.arguments import belongs, blames_arguments
from ctxfn.errors import CtxfnError, shown
from ctxfn.messages import InvalidJson, TooDeep, Verbatim, freeze, parse_json
from ctxfn.tools import Declaration
from ctxfn.turns import (
    agent,
    arguments_given,
    contributions,
    entries,
    exchange,
    handed,
    models,
    place,
    scheduling,
    segments,
    stored,
    tool_context,
    turn_state,
    usage,
    wording,
)
from ctxfn.turns.errors import InvalidLog

__all__ = ["read_record", "record_kinds", "write_record"]

_ROOMS: Final = (
    messages,
    agent,
    arguments_given,
    contributions,
    entries,
    exchange,
    handed,
    models,
    place,
    scheduling,
    segments,
    stored,
    tool_context,
    turn_state,
    usage,
    wording,
)


def record_kinds() -> tuple[type, ...]:
    """All classes of records a log may hold, each once."""
    named = (getattr(room, name) for room in _ROOMS for name in vars(room)["__all__"])
    kinds = dict.fromkeys(kind for kind in named if isinstance(kind, type) and attrs.has(kind))
    return (Declaration, *(kind for kind in kinds if not issubclass(kind, CtxfnError)))


_KINDS: Final[Mapping[str, type]] = MappingProxyType(
    {kind.__name__: kind for kind in record_kinds()}
)

_encode: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, sort_keys=True).encode


def write_record(record: object) -> str:
    """Write a record of a session as one line of JSON.

    Contract:
        ``read_record(write_record(r)) == r``; equal records are equal text. Keys are sorted,
        fields at their default left out, all characters ASCII.

    Complexity: O(size).

    Source: ours.

    Raises:
        InvalidLog: it is no record of a session, or holds a number that is none of JSON's.

    Examples:
        >>> from ctxfn.turns.scheduling import Person
        >>> write_record(Person("web", "ann"))
        '{"is":"Person","platform":"web","user_id":"ann"}'
    """
    try:
        return _encode(_written(record))
    except ValueError as error:
        raise InvalidLog(None, str(error), "numbers that JSON has") from None


def _written(value: object) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    if isinstance(value, Verbatim):
        return {"is": "Verbatim", "json": value.json}
    kind: type = type(value)
    if _KINDS.get(kind.__name__) is not kind:
        raise InvalidLog(None, shown(value), "a record of a log")
    told: dict[str, object] = {"is": kind.__name__}
    for field in attrs.fields(kind):
        held = getattr(value, field.name)
        if field.eq and not (held == field.default and type(held) is type(field.default)):
            told[field.name] = _written(held)
    return told


@blames_arguments
def read_record(text: str, *, line: int | None = None) -> object:
    """Read what `write_record` wrote; *line* is told where it is not.

    Contract:
        Everything in it is of the kind its field holds.

    Complexity: O(size).

    Source: ours.

    Raises:
        InvalidLog: it is no JSON, or not that of a record.

    Examples:
        >>> read_record('{"is":"Person","platform":"web","user_id":"ann"}').user_id
        'ann'
    """
    try:
        value = parse_json(text).value
    except (InvalidJson, TooDeep) as error:
        raise InvalidLog(line, str(error), "a line of JSON") from None
    try:
        return _read(value, line)
    except RecursionError:
        raise InvalidLog(line, "records too deep inside each other", "a record") from None


def _read(value: object, line: int | None) -> object:
    if isinstance(value, list):
        return tuple(_read(one, line) for one in value)
    if not isinstance(value, dict):
        return value
    name = value.get("is")
    if name == "Verbatim" and isinstance(value.get("json"), str):
        return _verbatim(value["json"], line)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidLog(line, shown(name), "the name of a record")
    fields = {key: _read(one, line) for key, one in value.items() if key != "is"}
    return _made(kind, fields, line)


def _verbatim(text: str, line: int | None) -> Verbatim:
    try:
        return freeze(parse_json(text).value)
    except (InvalidJson, TooDeep) as error:
        raise InvalidLog(line, str(error), "JSON in a text") from None


def _made(kind: type, fields: Mapping[str, object], line: int | None) -> object:
    hints = _hints(kind)
    for name, value in fields.items():
        if name not in hints:
            raise InvalidLog(line, f"{kind.__name__}, {name}", " or ".join(hints))
        if not belongs(value, hints[name]):
            raise InvalidLog(line, f"{kind.__name__}, {name}: {shown(value)}", "what it holds")
    try:
        return kind(**fields)
    except TypeError:
        needed = [one.name for one in attrs.fields(kind) if one.default is attrs.NOTHING]
        raise InvalidLog(line, f"{kind.__name__} without a field", " and ".join(needed)) from None
    except CtxfnError as error:
        raise InvalidLog(line, str(error), f"a {kind.__name__}") from None


@functools.cache
def _hints(kind: type) -> Mapping[str, object]:
    """The types of a record's fields, but of those that take no part in it."""
    names = {**vars(typing), **_KINDS, "Verbatim": Verbatim}
    hints = typing.get_type_hints(kind, localns=names)
    return {one.name: hints[one.name] for one in attrs.fields(kind) if one.eq}
