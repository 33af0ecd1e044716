"""Forged markup in every text that a record holds, whatever field it is in."""

from __future__ import annotations

import contextlib
import functools
import typing
from collections.abc import Callable
from typing import Any, Final

from attrs import evolve, fields, has
from pyrsistent import PVector, pvector

from ctxfn.errors import CtxfnError
from ctxfn.messages import Verbatim, freeze

__all__ = ["planted"]

#: What a record is found, paired or laid out by; texts elsewhere are free.
_STRUCTURE: Final = frozenset(
    {"call_id", "parent", "current", "agent", "extras", "ours", "written", "kind", "zone"}
    | {"mode", "position", "rule", "form", "format", "lifetime", "stability", "placement"}
)


def planted(record: Any, change: Callable[[str], str]) -> Any:
    """Apply *change* to each free text of *record* and of the records in it."""
    if isinstance(record, Verbatim):
        return freeze(_json(record.thaw(), change))
    if isinstance(record, tuple | PVector):
        changed = [planted(one, change) for one in record]
        return tuple(changed) if isinstance(record, tuple) else pvector(changed)
    if not has(type(record)):
        return record
    for name, value in _changes(record, change).items():
        # A fact may refuse what no such field can be: nothing is forged there.
        with contextlib.suppress(CtxfnError):
            record = evolve(record, **{name: value})
    return record


def _changes(record: Any, change: Callable[[str], str]) -> dict[str, Any]:
    hints = _hints(type(record))  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for field in fields(type(record)):
        value = getattr(record, field.name)
        if field.name in _STRUCTURE or not field.init or (field.name == "id" and _is_asked(record)):
            continue
        if isinstance(value, str):
            if _is_free(hints.get(field.name)):
                values[field.alias] = change(value)
        elif isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
            if "Literal" not in str(hints.get(field.name)):
                values[field.alias] = tuple(map(change, value))
        else:
            values[field.alias] = planted(value, change)
    return values


def _is_asked(record: Any) -> bool:
    return type(record).__name__ in ("Call", "Member")


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(kind)
    except NameError:
        return {field.name: field.type for field in fields(kind)}


def _is_free(hint: Any) -> bool:
    return hint is str or (str in typing.get_args(hint) and "Literal" not in str(hint))


def _json(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_json(one, change) for one in value]
    if isinstance(value, dict):
        return {key: _json(one, change) for key, one in value.items()}
    return value
