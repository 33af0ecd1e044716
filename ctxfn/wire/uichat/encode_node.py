"""One record, written as a row from what it says alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Column,
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
    Turn,
    Unknown,
    User,
    Verification,
    extra,
)
from ctxfn.wire.uichat.decode_node import read_block
from ctxfn.wire.uichat.encode_beside import (
    written_marks,
    written_origin,
    written_reasoning,
    written_usage,
)
from ctxfn.wire.uichat.encode_calls import written_calls, written_error, written_tool
from ctxfn.wire.uichat.encode_parts import written_attachments, written_content
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.reading import Reading, Row
from ctxfn.wire.uichat.remembered import Before, before, changed_in, merged

__all__ = ["Bodies", "role_of", "written_node", "written_said"]

#: Rows of the nodes inside, by identity of the record.
Bodies: TypeAlias = Mapping[int, Row]
Holding: TypeAlias = AssistantGroup | Supervisor | Council | Compare | Tasks | CompressedGroup


def role_of(node: Node) -> str:
    """Return the role under which *node* is written."""
    if isinstance(node, Tasks):
        return "groupTasks" if node.several_agents else "tasks"
    if isinstance(node, System) and node.developer:
        return "developer"
    kept = extra(node.extras, CODEC).get("role") if isinstance(node, Compare) else None
    return "compareGroup" if kept == "compareGroup" else node.role


def written_node(node: Node, bodies: Bodies) -> Row:
    """Write *node* as a row: id, role and words first, then the rest, then what was carried."""
    rest = extra(node.extras, CODEC)
    if rest.get("role") == "compareGroup":
        del rest["role"]
    written: Row = {} if node.id is None else {"id": node.id}
    written["role"] = role_of(node)
    return _filled(written, node, rest, _own(node, rest, bodies))


def written_said(turn: Turn) -> Row:
    """Write a step of a card as a block, the results on its calls."""
    said = turn.said
    was = before(said)
    if was is not None:
        return _block_as_it_was(turn, was)
    return _block(turn)


def _block_as_it_was(turn: Turn, was: Before) -> Row:
    """Keep what has not changed; the blocks inside it are steps of their own by now."""
    row = was.row.shared()
    assert isinstance(row, dict)
    changed = changed_in(turn.said, was)
    if read_block(row, Reading()).results != turn.results:
        changed |= {"calls"}
    if isinstance(row.get("children"), list):
        changed |= {"turns"}
    return merged(was.row, _block(turn), changed)


def _block(turn: Turn) -> Row:
    said = turn.said
    rest = extra(said.extras, CODEC)
    written: Row = {} if said.id is None else {"id": said.id}
    return _filled(written, said, rest, _spoken(said, turn.results))


def _filled(written: Row, node: Node, rest: Row, own: Row) -> Row:
    # A tool's row may not be read as stored text by those who look for it in answers only.
    storable = isinstance(node, Assistant | AssistantGroup | Supervisor | Task)
    content = written_content(node.parts, storable=storable)
    metadata, beside = written_marks(node.marks)
    if content.stored:
        metadata["isMultimodal"] = True
    told = own.pop("metadata", None)
    metadata |= told if isinstance(told, dict) else {}
    inner = rest.pop("metadata", None)
    if isinstance(inner, dict):
        metadata = _joined(metadata, inner)
    elif inner is not None:
        rest["metadata"] = inner
    written["content"] = content.value
    written |= own
    written |= written_attachments(node.parts)
    if metadata:
        written["metadata"] = metadata
    written |= written_origin(node.origin, rest)
    written |= beside
    return {**written, **rest}


def _joined(metadata: Row, inner: Row) -> Row:
    told, more = metadata.get("taskCallback"), inner.get("taskCallback")
    if isinstance(told, dict) and isinstance(more, dict):
        inner = {**inner, "taskCallback": {**told, **more}}
    return {**metadata, **inner}


def _spoken(
    node: Assistant | AssistantGroup | Supervisor | Task, results: Sequence[ToolResult] = ()
) -> Row:
    named: Row = {}
    if isinstance(node, Assistant) and node.name is not None:
        named["name"] = node.name
    return {
        **named,
        **written_reasoning(node.reasoning),
        **written_calls(node.calls, results),
        **written_usage(node.usage),
    }


def _own(node: Node, rest: Row, bodies: Bodies) -> Row:
    """The keys that only some roles have."""
    match node:
        case System() | User():
            return {} if node.name is None else {"name": node.name}
        case Assistant() | Task():
            return _spoken(node)
        case ToolResult():
            return _answered(node, rest)
        case TaskCallback():
            return _told(node)
        case Verification() | Unknown():
            return {}
        case _:
            return _holding(node, rest, bodies)


def _holding(node: Holding, rest: Row, bodies: Bodies) -> Row:
    """The keys of cards that hold others."""
    match node:
        case AssistantGroup() | Supervisor():
            children = [written_said(turn) for turn in node.turns]
            return {**_spoken(node), **({"children": children} if children else {})}
        case Council():
            return {**_anchored(node, rest), **_held("members", node.members, bodies)}
        case Compare():
            return _compared(node, bodies)
        case Tasks():
            return _held("tasks", node.tasks, bodies)
        case CompressedGroup():
            compressed = _held("compressedMessages", node.compressed, bodies)
            return {**compressed, **_held("pinnedMessages", node.pinned, bodies)}
        case _:
            assert_never(node)


def _answered(node: ToolResult, rest: Row) -> Row:
    written: Row = {"tool_call_id": node.call_id} if node.call_id else {}
    written |= written_tool(node.tool, rest)
    if node.error is not None:
        written["pluginError"] = written_error(node.error)
    if node.state is not None:
        written["pluginState"] = node.state.thaw()
    return written


def _anchored(node: Council, rest: Row) -> Row:
    if node.anchor is None:
        return {}
    inner = rest.pop("extra", None)
    kept = inner if isinstance(inner, dict) else {}
    return {"extra": {"parentMessageId": node.anchor, **kept}}


def _held(key: str, nodes: Sequence[Node], bodies: Bodies) -> Row:
    return {key: [bodies[id(node)] for node in nodes]} if nodes else {}


def _compared(node: Compare, bodies: Bodies) -> Row:
    written: Row = {}
    if node.columns:
        written["columns"] = [_column(column, bodies) for column in node.columns]
    if node.active is not None:
        written["activeColumnId"] = node.active
    return written


def _column(column: Column, bodies: Bodies) -> object:
    rows = [bodies[id(node)] for node in column.nodes]
    if column.id is None and not column.extras:
        return rows
    named: Row = {} if column.id is None else {"id": column.id}
    return {**named, "messages": rows, **extra(column.extras, CODEC)}


def _told(node: TaskCallback) -> Row:
    known = {"identifier": node.identifier, "reason": node.reason, "taskId": node.task_id}
    told = {key: value for key, value in known.items() if value is not None}
    return {"metadata": {"taskCallback": told}} if told else {}
