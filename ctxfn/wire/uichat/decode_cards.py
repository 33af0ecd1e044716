"""Cards: rows that hold rows. The inner ones were read before and are looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from ctxfn.messages import (
    AssistantGroup,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Supervisor,
    TaskCallback,
    Tasks,
    Unknown,
)
from ctxfn.wire.uichat.decode_node import (
    beside,
    carried,
    read_assistant,
    read_member,
    read_spoken,
    read_system,
    read_task,
    read_tool,
    read_turns,
    read_user,
    read_verification,
    remembered,
)
from ctxfn.wire.uichat.keys import EVERYWHERE, SPOKEN
from ctxfn.wire.uichat.reading import Reading, Row, entries, kept, named, text

__all__ = ["HOLDERS", "Nested", "inner_rows", "read_node"]

#: Records of the rows inside, by identity of the row.
Nested: TypeAlias = Mapping[int, Node]

_GROUP: Final = EVERYWHERE | SPOKEN | {"children"}
_COUNCIL: Final = EVERYWHERE | {"members", "extra"}
_COMPARE: Final = EVERYWHERE | {"columns", "children", "activeColumnId"}
_COMPRESSED: Final = EVERYWHERE | {"compressedMessages", "pinnedMessages"}


def read_node(row: Row, nested: Nested, reading: Reading, *, inside: bool = False) -> Node:
    """Read *row* into the record of its role; *inside* a card, calls may carry their results.

    Contract:
        A role nobody knows makes an `Unknown`; no role at all, one of an empty name.
    """
    role = row.get("role")
    if inside and role == "assistant":
        return read_member(row, reading)
    if isinstance(role, str):
        plain = _PLAIN.get(role)
        if plain is not None:
            return plain(row, reading)
        card = _CARDS.get(role)
        if card is not None:
            return card(row, nested, reading)
    return _unknown(row, reading)


def inner_rows(row: Row) -> Iterator[tuple[str, Row]]:
    """Yield the rows directly inside a card that are nodes of their own, with their paths."""
    role = row.get("role")
    for key in _HOLDS.get(role, ()) if isinstance(role, str) else ():
        held = row.get(key)
        if not isinstance(held, list):
            continue
        for place, entry in enumerate(held):
            yield from _rows_of(entry, f"{key}[{place}]")


def _rows_of(entry: object, path: str) -> Iterator[tuple[str, Row]]:
    if isinstance(entry, dict):
        if _is_column(entry):
            entry, path = entry["messages"], f"{path}.messages"
        else:
            yield path, entry
    if isinstance(entry, list):
        for place, inner in enumerate(entry):
            if isinstance(inner, dict):
                yield f"{path}[{place}]", inner


def _is_column(entry: Row) -> bool:
    return "role" not in entry and isinstance(entry.get("messages"), list)


def _nodes(row: Row, key: str, nested: Nested, rest: Row, reading: Reading) -> tuple[Node, ...]:
    return tuple(
        nested[id(entry)] for _, entry in entries(row, key, rest, reading) if id(entry) in nested
    )


def _group(row: Row, _nested: Nested, reading: Reading) -> AssistantGroup | Supervisor:
    read = beside(row, _GROUP, reading)
    spoken = read_spoken(row, read, reading)
    turns = read_turns(row, read.rest, reading)
    extras = carried(read)
    made = (turns, read.id, read.parts, spoken.called.calls, spoken.reasoning, spoken.usage, ())
    fields = (*made, read.marks, read.origin, extras)
    kind = AssistantGroup if row["role"] == "assistantGroup" else Supervisor
    return kind(*made, read.marks, read.origin, extras, remembered(row, fields))


def _council(row: Row, nested: Nested, reading: Reading) -> Council:
    read = beside(row, _COUNCIL, reading)
    members = _nodes(row, "members", nested, read.rest, reading)
    anchor = None
    value = row.get("extra")
    if isinstance(value, dict):
        left = dict(value)
        anchor = text(value, "parentMessageId", left, reading)
        if anchor is not None:
            del left["parentMessageId"]
        if left:
            read.rest["extra"] = left
    elif value is not None:
        named("extra", value, read.rest, reading, "an object")
    extras = carried(read)
    made = (members, anchor, read.id, read.parts, ())
    fields = (*made, read.marks, read.origin, extras)
    return Council(*made, read.marks, read.origin, extras, remembered(row, fields))


def _compare(row: Row, nested: Nested, reading: Reading) -> Compare:
    read = beside(row, _COMPARE, reading)
    key = "columns" if row.get("columns") is not None else "children"
    value = row.get(key)
    columns: list[Column] = []
    if isinstance(value, list):
        for place, entry in enumerate(value):
            made = _column(entry, f"{key}[{place}]", nested, reading)
            columns += [] if made is None else [made]
    elif value is not None:
        named(key, value, read.rest, reading, "a list")
    if key == "columns" and "children" in row:
        read.rest["children"] = row["children"]
    active = text(row, "activeColumnId", read.rest, reading)
    if row["role"] == "compareGroup":
        read.rest["role"] = row["role"]
    extras = carried(read)
    card = (tuple(columns), active, read.id, read.parts, ())
    fields = (*card, read.marks, read.origin, extras)
    return Compare(*card, read.marks, read.origin, extras, remembered(row, fields))


def _column(entry: object, path: str, nested: Nested, reading: Reading) -> Column | None:
    rest: Row = {}
    id_: str | None = None
    rows: object = entry
    if isinstance(entry, dict):
        if not _is_column(entry):
            return Column((nested[id(entry)],)) if id(entry) in nested else None
        rest = {key: value for key, value in entry.items() if key not in ("id", "messages")}
        id_, rows = text(entry, "id", rest, reading), entry["messages"]
    if not isinstance(rows, list):
        reading.report(path, entry, "a list of rows")
        return None
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            reading.report(f"{path}[{place}]", row, "an object")
    nodes = tuple(nested[id(row)] for row in rows if id(row) in nested)
    return Column(nodes, id_, kept(rest))


def _tasks(row: Row, nested: Nested, reading: Reading) -> Tasks:
    read = beside(row, _TASKS, reading)
    tasks = _nodes(row, "tasks", nested, read.rest, reading)
    extras = carried(read)
    made = (tasks, row["role"] == "groupTasks", read.id, read.parts, ())
    fields = (*made, read.marks, read.origin, extras)
    return Tasks(*made, read.marks, read.origin, extras, remembered(row, fields))


_TASKS: Final = EVERYWHERE | {"tasks"}


def _callback(row: Row, _nested: Nested, reading: Reading) -> TaskCallback:
    read = beside(row, EVERYWHERE, reading)
    value = read.metadata.get("taskCallback")
    told: list[str | None] = [None, None, None]
    if isinstance(value, dict):
        keys = ("identifier", "reason", "taskId")
        left = {key: inner for key, inner in value.items() if key not in keys}
        told = [text(value, key, left, reading) for key in keys]
        del read.metadata["taskCallback"]
        if left:
            read.metadata["taskCallback"] = left
    elif value is not None:
        reading.report("metadata.taskCallback", value, "an object")
    extras = carried(read)
    made = (read.parts, told[0], told[1], told[2], read.id, ())
    fields = (*made, read.marks, read.origin, extras)
    return TaskCallback(*made, read.marks, read.origin, extras, remembered(row, fields))


def _compressed(row: Row, nested: Nested, reading: Reading) -> CompressedGroup:
    read = beside(row, _COMPRESSED, reading)
    compressed = _nodes(row, "compressedMessages", nested, read.rest, reading)
    pinned = _nodes(row, "pinnedMessages", nested, read.rest, reading)
    extras = carried(read)
    made = (read.parts, compressed, pinned, read.id, ())
    fields = (*made, read.marks, read.origin, extras)
    return CompressedGroup(*made, read.marks, read.origin, extras, remembered(row, fields))


def _unknown(row: Row, reading: Reading) -> Unknown:
    read = beside(row, EVERYWHERE, reading)
    role = row.get("role")
    if not isinstance(role, str):
        reading.report("role", role, "a role")
        if role is not None:
            read.rest["role"] = role
    extras = carried(read)
    made = (role if isinstance(role, str) else "", read.parts, read.id, ())
    fields = (*made, read.marks, read.origin, extras)
    return Unknown(*made, read.marks, read.origin, extras, remembered(row, fields))


_PLAIN: Final[Mapping[str, Callable[[Row, Reading], Node]]] = {
    "user": read_user,
    "assistant": read_assistant,
    "tool": read_tool,
    "system": read_system,
    "developer": read_system,
    "task": read_task,
    "verify": read_verification,
}
_CARDS: Final[Mapping[str, Callable[[Row, Nested, Reading], Node]]] = {
    "assistantGroup": _group,
    "supervisor": _group,
    "agentCouncil": _council,
    "compare": _compare,
    "compareGroup": _compare,
    "tasks": _tasks,
    "groupTasks": _tasks,
    "taskCallback": _callback,
    "compressedGroup": _compressed,
}
_HOLDS: Final[Mapping[str, tuple[str, ...]]] = {
    "agentCouncil": ("members",),
    "compare": ("columns", "children"),
    "compareGroup": ("columns", "children"),
    "tasks": ("tasks",),
    "groupTasks": ("tasks",),
    "compressedGroup": ("compressedMessages", "pinnedMessages"),
}

#: The roles of rows that hold other rows as nodes.
HOLDERS: Final = tuple(_HOLDS)
