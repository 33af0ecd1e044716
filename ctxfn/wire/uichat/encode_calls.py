"""Calls and what their tools answered, written as payloads and wire calls."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Call, ToolError, ToolName, ToolResult, extra
from ctxfn.wire.uichat.encode_parts import written_content
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.reading import Row

__all__ = ["written_calls", "written_error", "written_tool"]


def written_calls(calls: Sequence[Call], results: Sequence[ToolResult] = ()) -> Row:
    """Write calls with a tool's own name as `tools`, those with a wire name as `tool_calls`.

    Each takes the first of *results* that has its id and is not taken yet.
    """
    waiting: dict[str, list[ToolResult]] = {}
    for result in reversed(results):
        waiting.setdefault(result.call_id, []).append(result)
    lists: dict[str, list[Row]] = {"tools": [], "tool_calls": []}
    for call in calls:
        rest = extra(call.extras, CODEC)
        if isinstance(call.tool, ToolName):
            entry = _payload(call, call.tool)
            key = "tools"
        else:
            entry = _wire(call, call.tool, rest)
            key = "tool_calls"
        entry |= rest
        if waiting.get(call.id):
            entry["result"] = _result(waiting[call.id].pop())
        lists[key].append(entry)
    return {key: entries for key, entries in lists.items() if entries}


def _payload(call: Call, tool: ToolName) -> Row:
    written: Row = {
        "id": call.id,
        "identifier": tool.identifier,
        "apiName": tool.api,
        "arguments": call.arguments,
        "type": tool.kind,
    }
    if call.signature is not None:
        written["thoughtSignature"] = call.signature
    return written


def _wire(call: Call, name: str, rest: Row) -> Row:
    function: Row = {"name": name, "arguments": call.arguments}
    inner = rest.pop("function", None)
    if isinstance(inner, dict):
        function |= inner
    written: Row = {"id": call.id, "type": call.kind, "function": function}
    if call.signature is not None:
        written["thoughtSignature"] = call.signature
    return written


def _result(result: ToolResult) -> Row:
    content = written_content(result.parts, storable=False).value
    written: Row = {} if result.id is None else {"id": result.id}
    written["content"] = content
    if result.error is not None:
        written["error"] = written_error(result.error)
    if result.state is not None:
        written["state"] = result.state.thaw()
    return {**written, **extra(result.extras, CODEC)}


def written_error(error: ToolError) -> object:
    """Write an error as its object; details that are none stand for themselves."""
    details = None if error.details is None else error.details.thaw()
    if details is not None and not isinstance(details, dict):
        return details
    written: Row = {} if error.kind is None else {"type": error.kind}
    if error.message:
        written["message"] = error.message
    return {**written, **(details or {})}


def written_tool(tool: ToolName | str | None, rest: Row) -> Row:
    """Write the tool of a result row as `plugin`, or its wire name as `name`."""
    if isinstance(tool, ToolName):
        plugin = {"identifier": tool.identifier, "apiName": tool.api, "type": tool.kind}
        inner = rest.pop("plugin", None)
        return {"plugin": {**plugin, **(inner if isinstance(inner, dict) else {})}}
    return {} if tool is None else {"name": tool}
