"""One row of the tree, read into the record of its role."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Mark,
    Origin,
    Part,
    Reasoning,
    System,
    Task,
    ToolResult,
    Turn,
    Usage,
    User,
    Verbatim,
    Verification,
    own,
)
from ctxfn.wire.uichat.decode_beside import origin_of, reasoning_of, usage_of
from ctxfn.wire.uichat.decode_calls import Called, called, plugin_name, tool_error
from ctxfn.wire.uichat.decode_marks import executed_marks, marks_of
from ctxfn.wire.uichat.decode_parts import attached_parts, content_parts, stored_parts
from ctxfn.wire.uichat.keys import ATTACHED, CODEC, EVERYWHERE, SPOKEN
from ctxfn.wire.uichat.reading import Reading, Row, entries, kept, named, text

__all__ = [
    "Beside",
    "Spoken",
    "beside",
    "carried",
    "read_assistant",
    "read_block",
    "read_member",
    "read_spoken",
    "read_system",
    "read_task",
    "read_tool",
    "read_turns",
    "read_user",
    "read_verification",
    "remembered",
]

_NAMED: Final = EVERYWHERE | {"name"}
_ASSISTANT: Final = EVERYWHERE | SPOKEN | {"name"}
_BLOCK: Final = _ASSISTANT | {"children"}
_TASK: Final = EVERYWHERE | SPOKEN
_TOOL: Final = EVERYWHERE | {"name", "tool_call_id", "plugin", "pluginError", "pluginState"}
_MARKED: Final = frozenset({"metadata", "editorData", "retry_of"})
_LISTS: Final = frozenset(ATTACHED)


class Beside(NamedTuple):
    """What every record has, and the two dicts of what nobody has read yet."""

    id: str | None
    parts: tuple[Part, ...]
    marks: tuple[Mark, ...]
    origin: Origin
    rest: Row
    metadata: Row


class Spoken(NamedTuple):
    """What a model's row has besides."""

    called: Called
    reasoning: tuple[Reasoning, ...]
    usage: Usage | None


def beside(row: Row, known: frozenset[str], reading: Reading) -> Beside:
    """Read what every row may have; *known* are the keys its record has fields for."""
    rest = {key: value for key, value in row.items() if key not in known}
    metadata: Row = {}
    value = row.get("metadata")
    if isinstance(value, dict):
        metadata = dict(value)
    elif value is not None:
        named("metadata", value, rest, reading, "an object")
    content = row.get("content")
    parts = stored_parts(content, reading) if metadata.get("isMultimodal") is True else None
    if parts is None:
        parts = content_parts(content, reading)
    else:
        del metadata["isMultimodal"]
    if not _LISTS.isdisjoint(row):
        parts += attached_parts(row, rest, reading)
    marks = () if _MARKED.isdisjoint(row) else marks_of(row, metadata, rest, reading)
    origin = origin_of(row, rest, reading)
    return Beside(text(row, "id", rest, reading), parts, marks, origin, rest, metadata)


def carried(read: Beside) -> tuple[tuple[str, Verbatim], ...]:
    """Make the extras of a row, now that everything else was read."""
    if read.metadata:
        read.rest["metadata"] = read.metadata
    return kept(read.rest)


def remembered(row: Row, fields: tuple[object, ...]) -> tuple[object, ...]:
    """How the row was written, and what was read of it: what has not changed is written so."""
    return (CODEC, own(row), fields)


def read_user(row: Row, reading: Reading) -> User:
    """Read a row of role ``user``."""
    read = beside(row, _NAMED, reading)
    name = text(row, "name", read.rest, reading)
    extras = carried(read)
    fields = (read.parts, read.id, name, (), read.marks, read.origin, extras)
    return User(
        read.parts, read.id, name, (), read.marks, read.origin, extras, remembered(row, fields)
    )


def read_system(row: Row, reading: Reading) -> System:
    """Read a row of role ``system``, or of ``developer``."""
    read = beside(row, _NAMED, reading)
    name = text(row, "name", read.rest, reading)
    extras, developer = carried(read), row.get("role") == "developer"
    fields = (read.parts, read.id, name, developer, (), read.marks, read.origin, extras)
    return System(
        read.parts,
        read.id,
        name,
        developer,
        (),
        read.marks,
        read.origin,
        extras,
        remembered(row, fields),
    )


def read_tool(row: Row, reading: Reading) -> ToolResult:
    """Read a row of role ``tool``: what a tool answered."""
    read = beside(row, _TOOL, reading)
    call_id = text(row, "tool_call_id", read.rest, reading) or ""
    tool = plugin_name(row, read.rest, reading)
    error, state = tool_error(row.get("pluginError")), row.get("pluginState")
    seen = None if state is None else own(state)
    extras, marks = carried(read), (*read.marks, *executed_marks(row))
    made = (read.parts, read.id, call_id, tool, error, seen, None, "function", ())
    return ToolResult(
        read.parts,
        read.id,
        call_id,
        tool,
        error,
        seen,
        marks=marks,
        origin=read.origin,
        extras=extras,
        written=remembered(row, (*made, marks, read.origin, extras)),
    )


def read_spoken(row: Row, read: Beside, reading: Reading, *, inside: bool = False) -> Spoken:
    """Read calls, reasoning and usage of a model's row."""
    if SPOKEN.isdisjoint(row) and not read.metadata:
        return _SILENT
    return Spoken(
        called(row, read.rest, reading, inside=inside),
        reasoning_of(row, read.rest, reading),
        usage_of(row, read.rest, read.metadata, reading),
    )


_SILENT: Final = Spoken(Called((), ()), (), None)


def read_assistant(row: Row, reading: Reading) -> Assistant:
    """Read a row of role ``assistant``."""
    return _assistant(row, _ASSISTANT, reading, inside=False).said


def read_member(row: Row, reading: Reading) -> Assistant | AssistantGroup:
    """Read a row of role ``assistant`` inside a card: one with results on its calls is a turn."""
    turn = _assistant(row, _ASSISTANT, reading, inside=True)
    said = turn.said
    return AssistantGroup((turn,), said.id, origin=said.origin) if turn.results else said


def read_block(row: Row, reading: Reading) -> Turn:
    """Read a block of a card: the step of an agent, with what its tools answered."""
    return _assistant(row, _BLOCK, reading, inside=True)


def _assistant(row: Row, known: frozenset[str], reading: Reading, *, inside: bool) -> Turn:
    read = beside(row, known, reading)
    if inside and row.get("children") is not None and not isinstance(row["children"], list):
        named("children", row["children"], read.rest, reading, "a list")
    role = row.get("role")
    if inside and not (role is None or role in ("assistant", "assistantGroup", "supervisor")):
        named("role", role, read.rest, reading, "a step of an assistant")
    name = text(row, "name", read.rest, reading)
    spoken = read_spoken(row, read, reading, inside=inside)
    calls, extras = spoken.called.calls, carried(read)
    made = (read.parts, read.id, calls, spoken.reasoning, spoken.usage, name, ())
    said = Assistant(
        read.parts,
        read.id,
        calls,
        spoken.reasoning,
        spoken.usage,
        name,
        (),
        read.marks,
        read.origin,
        extras,
        remembered(row, (*made, read.marks, read.origin, extras)),
    )
    return Turn(said, spoken.called.results)


def read_task(row: Row, reading: Reading) -> Task:
    """Read a row of role ``task``: the result of a delegated task."""
    read = beside(row, _TASK, reading)
    spoken = read_spoken(row, read, reading)
    extras = carried(read)
    made = (read.parts, read.id, spoken.called.calls, spoken.reasoning, spoken.usage, ())
    fields = (*made, read.marks, read.origin, extras)
    return Task(*made, read.marks, read.origin, extras, remembered(row, fields))


def read_verification(row: Row, reading: Reading) -> Verification:
    """Read a row of role ``verify``."""
    read = beside(row, EVERYWHERE, reading)
    extras = carried(read)
    fields = (read.parts, read.id, (), read.marks, read.origin, extras)
    return Verification(
        read.parts, read.id, (), read.marks, read.origin, extras, remembered(row, fields)
    )


def read_turns(row: Row, rest: Row, reading: Reading) -> tuple[Turn, ...]:
    """Read the blocks of a card; blocks inside a block follow it as steps of the same card."""
    outer = reading.path
    waiting = _blocks(row, rest, reading, outer)
    waiting.reverse()
    turns: list[Turn] = []
    while waiting:
        path, block = waiting.pop()
        reading.path = path
        turns.append(read_block(block, reading))
        if isinstance(block.get("children"), list):
            waiting += reversed(_blocks(block, {}, reading, path))
    reading.path = outer
    return tuple(turns)


def _blocks(row: Row, rest: Row, reading: Reading, path: str) -> list[tuple[str, Row]]:
    start = f"{path}." if path else ""
    return [
        (f"{start}children[{place}]", block)
        for place, block in entries(row, "children", rest, reading)
    ]
