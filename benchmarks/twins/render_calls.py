"""Write stored calls as wire calls, in place."""

from __future__ import annotations

import json
from collections.abc import Callable

import jiter

from benchmarks.twins.repair_arguments import repair_arguments
from benchmarks.twins.shapes import Row, Rows, calls_of, error_text, key_of
from benchmarks.twins.wire_name import wire_name

__all__ = ["render_calls"]


def render_calls(
    rows: Rows,
    *,
    supports_tools: bool = True,
    name_of: Callable[[str, str, str], str] = wire_name,
) -> None:
    """Give each assistant ``tool_calls`` made of its ``tools``, and each result its name.

    Cut arguments become what can be recovered, else an empty object. A stored result is
    named like its call; one in wire form keeps its name. Without *supports_tools* calls go and results become user messages.
    """
    if not supports_tools:
        _without_tools(rows)
        return
    names: dict[str, str] = {}
    for row in rows:
        role = row.get("role")
        if role == "assistant":
            if "tools" in row or "tool_calls" in row:
                _render(row, names, name_of)
        elif role == "tool":
            plugin = row.get("plugin")
            if isinstance(plugin, dict) and plugin:
                name = names.get(key_of(row.get("tool_call_id")))
                row["name"] = name or _name(plugin, name_of)


def _render(row: Row, names: dict[str, str], name_of: Callable[[str, str, str], str]) -> None:
    tools = row.get("tools")
    if isinstance(tools, list) and tools:
        calls = [_wire(tool, name_of) for tool in tools if isinstance(tool, dict)]
        row["tool_calls"] = calls
    else:
        calls = calls_of({"tool_calls": row.get("tool_calls")})
        if not calls:
            row.pop("tools", None)
            row.pop("tool_calls", None)
        for call in calls:
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                function["arguments"] = _readable(function.get("arguments"))
    for call in calls:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and function.get("name"):
            names[key_of(call.get("id"))] = function["name"]


def _wire(tool: Row, name_of: Callable[[str, str, str], str]) -> Row:
    call: Row = {
        "id": tool.get("id"),
        "type": "function",
        "function": {
            "name": _name(tool, name_of),
            "arguments": _readable(tool.get("arguments")),
        },
    }
    if (signature := tool.get("thoughtSignature")) is not None:
        call["thoughtSignature"] = signature
    return call


def _name(tool: Row, name_of: Callable[[str, str, str], str]) -> str:
    identifier, api, kind = (str(tool.get(key) or "") for key in ("identifier", "apiName", "type"))
    return name_of(identifier, api, kind)


def _readable(arguments: object) -> str:
    if arguments is None or arguments == "":
        return "{}"
    if not isinstance(arguments, str):
        return _compact(arguments)
    data = arguments.encode("utf-8", "surrogatepass")
    try:
        jiter.from_json(data, cache_mode="none")
    except ValueError:
        pass
    else:
        return arguments
    recovered = repair_arguments(arguments, keep_beginnings=True)
    return _compact(recovered) if recovered else "{}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _without_tools(rows: Rows) -> None:
    for row in rows:
        role = row.get("role")
        if role == "assistant":
            row.pop("tools", None)
            row.pop("tool_calls", None)
        elif role == "tool":
            row["role"] = "user"
            if row.get("content") in (None, "", []):
                row["content"] = error_text(row) or row.get("content")
            for key in ("name", "plugin", "tool_call_id", "pluginError"):
                row.pop(key, None)
