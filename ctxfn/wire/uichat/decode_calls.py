"""Calls of a row, stored and as on the wire, and what their tools answered."""

from __future__ import annotations

from typing import NamedTuple

from attrs import evolve

from ctxfn.messages import Call, ToolError, ToolName, ToolResult, Verbatim, own
from ctxfn.wire.uichat.decode_parts import content_parts
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.reading import Reading, Row, compact, kept, named, text

__all__ = ["Called", "called", "plugin_name", "tool_error"]

_PAYLOAD = ("id", "identifier", "apiName", "arguments", "type", "thoughtSignature")
_WIRE = ("id", "type", "function", "thoughtSignature")


class Called(NamedTuple):
    """The calls of a row, and the results found on them (only if they were asked for)."""

    calls: tuple[Call, ...]
    results: tuple[ToolResult, ...]


def called(row: Row, rest: Row, reading: Reading, *, inside: bool) -> Called:
    """Read `tools` and `tool_calls`: the union by call id, where the stored form wins.

    Contract:
        Stored calls come first. A stored call without a signature takes that of the wire.
        *inside* a card a call carries its result; on a plain row such a key is an extra.
    """
    calls: list[Call] = []
    results: list[ToolResult] = []
    for key in ("tools", "tool_calls"):
        if row.get(key) is None:
            continue
        stored = {call.id: place for place, call in enumerate(calls)}
        for entry, path in _listed(row, key, rest, reading):
            made, answer = _call(entry, path, reading, inside)
            place = stored.get(made.id) if made.id else None
            if place is None:
                calls.append(made)
                results += [] if answer is None else [answer]
            elif calls[place].signature is None and made.signature is not None:
                calls[place] = evolve(calls[place], signature=made.signature)
    return Called(tuple(calls), tuple(results))


def _listed(row: Row, key: str, rest: Row, reading: Reading) -> list[tuple[Row, str]]:
    value = row[key]
    if isinstance(value, dict) and ("id" in value or "function" in value or "apiName" in value):
        value = [value]
    if not isinstance(value, list):
        named(key, value, rest, reading, "a list of calls")
        return []
    found: list[tuple[Row, str]] = []
    for place, entry in enumerate(value):
        if isinstance(entry, dict):
            found.append((entry, f"{key}[{place}]"))
        else:
            reading.report(f"{key}[{place}]", entry, "a call")
    return found


def _call(entry: Row, path: str, reading: Reading, inside: bool) -> tuple[Call, ToolResult | None]:
    wire = "function" in entry
    known = _WIRE if wire else _PAYLOAD
    rest = {key: value for key, value in entry.items() if key not in known}
    made = _wire(entry, rest, path, reading) if wire else _stored(entry, rest, path, reading)
    answer = _result(made, rest, reading) if inside and "result" in rest else None
    if not made.id:
        reading.report(f"{path}.id", entry.get("id"), "a call id")
    return (evolve(made, extras=kept(rest)) if rest else made), answer


def _stored(entry: Row, rest: Row, path: str, reading: Reading) -> Call:
    identifier = text(entry, "identifier", rest, reading)
    api = text(entry, "apiName", rest, reading)
    if identifier is None and api is None:
        reading.report(f"{path}.identifier", None, "the name of a tool")
    kind = text(entry, "type", rest, reading)
    return Call(
        text(entry, "id", rest, reading) or "",
        ToolName(identifier or "", api or "", "builtin" if kind is None else kind),
        _arguments(entry.get("arguments")),
        text(entry, "thoughtSignature", rest, reading),
    )


def _wire(entry: Row, rest: Row, path: str, reading: Reading) -> Call:
    function = entry["function"]
    name: object = None
    arguments: object = None
    if isinstance(function, dict):
        name, arguments = function.get("name"), function.get("arguments")
        left = {k: v for k, v in function.items() if k not in ("name", "arguments")}
        if left:
            rest["function"] = left
    else:
        named("function", function, rest, reading, "an object")
    if not isinstance(name, str):
        reading.report(f"{path}.function.name", name, "the name of a tool")
    kind = text(entry, "type", rest, reading)
    return Call(
        text(entry, "id", rest, reading) or "",
        name if isinstance(name, str) else "",
        _arguments(arguments),
        text(entry, "thoughtSignature", rest, reading),
        "function" if kind is None else kind,
    )


def _arguments(value: object) -> str:
    if isinstance(value, str):
        return value
    return "{}" if value is None else compact(value)


def _result(call: Call, rest: Row, reading: Reading) -> ToolResult | None:
    """Take the result off a call inside a card; ``null`` says that the call still runs."""
    value = rest.pop("result")
    if value is None:
        return None
    if not isinstance(value, dict):
        parts = content_parts(value, reading)
        return ToolResult(parts, None, call.id, call.tool, kind=call.kind)
    left = {k: v for k, v in value.items() if k not in ("id", "content", "error", "state")}
    return ToolResult(
        content_parts(value.get("content"), reading),
        text(value, "id", left, reading),
        call.id,
        call.tool,
        tool_error(value.get("error")),
        _state(value.get("state")),
        kind=call.kind,
        extras=kept(left),
    )


def _state(value: object) -> Verbatim | None:
    return None if value is None else own(value)


def tool_error(value: object) -> ToolError | None:
    """Read an error: an object with `message` and `type`, a text, or anything true.

    Contract:
        ``null``, ``false``, ``0`` and empty text are no error; an empty object is one.
        Whatever is neither a text `message` nor a text `type` is in `details`.
    """
    if isinstance(value, str):
        return ToolError(value) if value else None
    if value is None or value is False or value == 0:
        return None
    if not isinstance(value, dict):
        return ToolError(details=own(value))
    left = dict(value)
    message = left.pop("message") if isinstance(left.get("message"), str) else ""
    kind = left.pop("type") if isinstance(left.get("type"), str) else None
    return ToolError(message, kind, own(left) if left else None)


def plugin_name(row: Row, rest: Row, reading: Reading) -> ToolName | str | None:
    """Read the tool of a result row: its own name if the row has one, else the wire name.

    Contract:
        The other keys of `plugin`, and a `name` beside it, are carried.
    """
    plugin = row.get("plugin")
    if isinstance(plugin, dict):
        left = {k: v for k, v in plugin.items() if k not in ("identifier", "apiName", "type")}
        identifier, api, kind = (plugin.get(k) for k in ("identifier", "apiName", "type"))
        if isinstance(identifier, str) and isinstance(api, str):
            if kind is not None and not isinstance(kind, str):
                left["type"], kind = kind, None
            if left:
                rest["plugin"] = left
            if row.get("name") is not None:
                rest["name"] = row["name"]
            return ToolName(identifier, api, kind if isinstance(kind, str) else "builtin")
        named("plugin", plugin, rest, reading, f"a tool's name in {CODEC}'s form")
    elif plugin is not None:
        named("plugin", plugin, rest, reading, "an object")
    return text(row, "name", rest, reading)
