"""What a row was and what has changed since: unchanged keys are written as they came."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import attrs

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Supervisor,
    System,
    Task,
    TaskCallback,
    Tasks,
    ToolResult,
    Unknown,
    User,
    Verbatim,
    Verification,
)
from ctxfn.wire.uichat.depth import copied
from ctxfn.wire.uichat.keys import CODEC, FIELDS
from ctxfn.wire.uichat.reading import Row

__all__ = ["HOLDING", "NAMES", "Before", "before", "changed_in", "merged", "unchanged"]


#: The fields of a record that count, in the order `decode` remembers their values.
NAMES: Final[Mapping[type, tuple[str, ...]]] = {
    kind: tuple(field.name for field in attrs.fields(kind) if field.name != "written")
    for kind in (
        System,
        User,
        Assistant,
        ToolResult,
        AssistantGroup,
        Supervisor,
        Council,
        Compare,
        Task,
        Tasks,
        TaskCallback,
        CompressedGroup,
        Verification,
        Unknown,
    )
}
_VALUES: Final[Mapping[type, Callable[[object], tuple[object, ...]]]] = {
    kind: operator.attrgetter(*names) for kind, names in NAMES.items()
}

#: Fields that hold nodes: compared by identity alone, since `==` would walk down the tree.
HOLDING: Final = frozenset({"members", "tasks", "columns", "compressed", "pinned"})


class Before(NamedTuple):
    """The row a record was read from, and what was read."""

    row: Verbatim
    fields: tuple[object, ...]


def before(node: Node) -> Before | None:
    """Return what this codec remembers of *node*, if it read it."""
    match node.written:
        case (name, Verbatim() as row, tuple() as fields) if name == CODEC:
            return Before(row, fields)
        case _:
            return None


def changed_in(node: Node, was: Before) -> frozenset[str]:
    """Return the names of the fields that are no longer what was read.

    Complexity: O(fields) if none changed.
    """
    kind = type(node)
    now = _VALUES[kind](node)
    if len(now) == len(was.fields) and all(map(operator.is_, now, was.fields)):
        return frozenset()
    return frozenset(
        name
        for name, value, old in zip(NAMES[kind], now, was.fields, strict=True)
        if value is not old and (name in HOLDING or value != old)
    )


def unchanged(node: Node) -> Row | None:
    """Return a copy of the row *node* was read from, if it still says just that."""
    was = before(node)
    if was is None or changed_in(node, was):
        return None
    row = copied(was.row.shared())
    return row if isinstance(row, dict) else None


def merged(row: Verbatim, fresh: Row, changed: frozenset[str]) -> Row:
    """Put *fresh* where a changed field is written; every other key stays, in its place."""
    old = row.shared()
    assert isinstance(old, dict)
    result: Row = {}
    for key, value in old.items():
        if not _depends(key, changed):
            result[key] = copied(value)
        elif key in fresh:
            result[key] = fresh[key]
    for key, value in fresh.items():
        if key not in old and _depends(key, changed):
            result[key] = value
    return result


def _depends(key: str, changed: frozenset[str]) -> bool:
    return not FIELDS.get(key, _CARRIED).isdisjoint(changed)


_CARRIED: Final = frozenset({"extras"})
