"""Declarations of tools, both ways."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import InvalidJson, extra
from ctxfn.tools import Declaration
from ctxfn.wire.bedrock.read_blocks import MARKER
from ctxfn.wire.bedrock.reader import Reader, Row, others
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import CODEC, ToolForm, arranged, tool_form_of
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.values import name_of, under

__all__ = ["read_tools", "write_tools"]

#: What the kind of a declaration that nobody here can read says.
_KEPT: Final = "bedrock"


def read_tools(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the list of tools in ``toolConfig``; what is no object is left out and a problem.

    Contract:
        A marker of the cache goes with the tool it stands behind. Tools of the service's own,
        and a marker in front of all, are kept verbatim.

    Complexity: O(size of *value*).
    """
    read: list[Declaration] = []
    if not isinstance(value, list | tuple):
        reader.odd("toolConfig.tools", f"found {name_of(value)}, left out")
        return ()
    for number, one in enumerate(value):
        where = f"toolConfig.tools[{number}]"
        if not isinstance(one, dict):
            reader.odd(where, f"found {name_of(one)}, left out")
            continue
        try:
            if list(one) == [MARKER] and read and one[MARKER] is not None and _unmarked(read[-1]):
                kept = {**extra(read[-1].extras, CODEC), MARKER: one[MARKER]}
                read[-1] = evolve(read[-1], extras=reader.extras(kept))
            else:
                read.append(_read_tool(one, where, reader))
        except InvalidJson as wrong:
            raise under(where, wrong) from wrong
    return tuple(read)


def _unmarked(tool: Declaration) -> bool:
    return tool.kind == "function" and MARKER not in extra(tool.extras, CODEC)


def _read_tool(value: Row, path: str, reader: Reader) -> Declaration:
    spec = value.get("toolSpec")
    name = spec.get("name") if isinstance(spec, dict) else None
    if not isinstance(spec, dict) or not isinstance(name, str) or MARKER in value:
        if "toolSpec" in value:
            reader.odd(f"{path}.toolSpec", "found no tool with a name, kept as it is")
        return Declaration("", kind=_KEPT, extras=reader.extras(value))
    description, strict, schema = (
        spec.get(key) for key in ("description", "strict", "inputSchema")
    )
    inner = others(spec, "name")
    keys: tuple[str, ...] | None = None
    if isinstance(description, str):
        del inner["description"]
    if isinstance(strict, bool):
        del inner["strict"]
    parameters = None
    if isinstance(schema, dict) and schema.get("json") is not None:
        parameters, keys = reader.keep(schema["json"]), tuple(schema)
        inner["inputSchema"] = others(schema, "json")
        if not inner["inputSchema"]:
            del inner["inputSchema"]
    spare = {**others(value, "toolSpec"), **({"toolSpec": inner} if inner else {})}
    return Declaration(
        name,
        description if isinstance(description, str) else None,
        parameters,
        strict if isinstance(strict, bool) else None,
        extras=reader.extras(spare),
        written=ToolForm(CODEC, tuple(value), tuple(spec), keys),
    )


def write_tools(tools: tuple[Declaration, ...], writer: Writer) -> list[object]:
    """Write *tools*, each with the marker behind it; what the format has no tool for is a loss."""
    rows: list[object] = []
    for number, one in enumerate(tools):
        for name, _ in one.extras:
            if name != CODEC:
                reason = f"what only the format {name} knows"
                writer.lose(f"tools[{number}].extras.{name}", reason)
        rows += _write_tool(one, f"tools[{number}]", writer)
    return rows


def _write_tool(tool: Declaration, path: str, writer: Writer) -> list[object]:
    spare = extra(tool.extras, CODEC)
    if tool.kind == _KEPT and spare:
        if (tool.tool, tool.description, tool.parameters, tool.strict) != ("", None, None, None):
            writer.lose(path, "a tool of the service's own is written as it was read")
        return [spare]
    if tool.kind not in ("function", "custom", "function_call"):
        writer.lose(path, f"no tool of the kind {tool.kind!r} here")
        return []
    if tool.kind != "function":
        writer.lose(f"{path}.kind", f"a {tool.kind} tool, declared as one that takes an object")
    form = tool_form_of(tool)
    marker = spare.pop(MARKER, None)
    inner = spare.pop("toolSpec", None)
    more: Row = inner if isinstance(inner, dict) else {}
    spec: Row = {"name": spelled(tool.tool, writer.profile.tool_name_length)}
    if tool.description == "" and form is None:
        writer.lose(f"{path}.description", "an empty description is refused, left out")
    elif tool.description is not None:
        spec["description"] = tool.description
    schema = _schema(tool, more.pop("inputSchema", None), form, path, writer)
    if schema is not None:
        spec["inputSchema"] = schema
    if tool.strict is not None:
        spec["strict"] = tool.strict
    spec.update(more)
    row: Row = {"toolSpec": spec if form is None else arranged(spec, form.inner), **spare}
    rows: list[object] = [row if form is None else arranged(row, form.outer)]
    return rows if marker is None else [*rows, {MARKER: marker}]


def _schema(
    tool: Declaration, more: object, form: ToolForm | None, path: str, writer: Writer
) -> object:
    if tool.parameters is not None:
        rest = others(more, "json") if isinstance(more, dict) else {}
        built: Row = {"json": tool.parameters.thaw(), **rest}
        return built if form is None or form.schema is None else arranged(built, form.schema)
    if form is not None:
        return more
    writer.lose(f"{path}.parameters", "no parameters, declared as an object")
    if tool.kind != "custom":
        return {"json": {"type": "object", "properties": {}}}
    words: Row = {"type": "object", "properties": {"input": {"type": "string"}}}
    return {"json": {**words, "required": ["input"]}}
