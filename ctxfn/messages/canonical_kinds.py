"""The table of all records the canonical JSON knows, with their fields, types and defaults."""

from __future__ import annotations

import functools
import typing
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs
from attrs import frozen

from ctxfn.messages import calls, cards, marks, origin, parts, records
from ctxfn.messages.verbatim import Verbatim

__all__ = ["KINDS", "NODES", "Kind", "kind_named", "types_of"]

#: Fields that hold nodes, which are named by number.
NODES: Final = frozenset({"members", "tasks", "nodes", "compressed", "pinned"})


class _Required:
    """No value is this default, so a field without one is always written."""


_REQUIRED: Final = _Required()


@frozen
class Kind:
    """What is known of one class of records: each field with its default."""

    record: type
    defaults: Mapping[str, object]


def _kind(record: type) -> Kind:
    defaults = {
        field.name: _REQUIRED if field.default is attrs.NOTHING else field.default
        for field in attrs.fields(record)
        if field.name != "written"
    }
    return Kind(record, MappingProxyType(defaults))


_RECORDS: Final = tuple(
    getattr(room, name)
    for room in (parts, calls, marks, origin, records, cards)
    for name in room.__all__
    if isinstance(getattr(room, name), type) and attrs.has(getattr(room, name))
)

#: By class.
KINDS: Final[Mapping[type, Kind]] = {record: _kind(record) for record in _RECORDS}
_NAMED: Final = {record.__name__: kind for record, kind in KINDS.items()}


def kind_named(name: object) -> Kind | None:
    """Return the kind of that name, if there is one."""
    return _NAMED.get(name) if isinstance(name, str) else None


@functools.cache
def types_of(record: type) -> Mapping[str, object]:
    """Return the types of a record's fields, resolved once, when the first text is read."""
    names = {**vars(typing), **{kind.__name__: kind for kind in KINDS}, "Verbatim": Verbatim}
    return MappingProxyType(typing.get_type_hints(record, localns=names))
