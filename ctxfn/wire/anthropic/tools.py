"""Declarations of tools, both ways."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.messages import InvalidJson, extra
from ctxfn.tools import Declaration
from ctxfn.wire.anthropic.reader import Reader, Row
from ctxfn.wire.anthropic.written import CODEC, arrange
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.reader import name_of, under
from ctxfn.wire.openai_chat.spelling import spelled

__all__ = ["read_tools", "write_tool"]

_KNOWN: Final = ("name", "description", "input_schema", "strict", "type")
#: What the type of a tool that the caller runs may say.
_OURS: Final = (None, "custom")


class _Written(NamedTuple):
    """The keys of a declaration in their order; `typed`: it said whose tool it is."""

    codec: str
    outer: tuple[str, ...]
    typed: bool


def read_tools(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the value of ``tools``; what is no object is left out and a problem.

    Contract:
        A tool that the server runs, told by its type, keeps all its keys as extras.

    Complexity: O(size of *value*).
    """
    if not isinstance(value, list | tuple):
        reader.odd("tools", f"found {name_of(value)}, left out")
        return ()
    read: list[Declaration] = []
    for number, one in enumerate(value):
        where = f"tools[{number}]"
        if not isinstance(one, dict):
            reader.odd(where, f"found {name_of(one)}, left out")
            continue
        try:
            read.append(_read_tool(one, where, reader))
        except InvalidJson as wrong:
            raise under(where, wrong) from wrong
    return tuple(read)


def _read_tool(value: Row, path: str, reader: Reader) -> Declaration:
    kind = value.get("type")
    layout = _Written(CODEC, tuple(value), typed=kind is not None)
    if kind not in _OURS and isinstance(kind, str):
        spare = {key: one for key, one in value.items() if key != "type"}
        named = spare.get("name")
        name = named if isinstance(named, str) else kind
        return Declaration(name, kind=kind, extras=reader.extras(spare), written=layout)
    spare = {key: one for key, one in value.items() if key not in _KNOWN}
    if kind not in _OURS:
        spare["type"] = kind
    name = reader.text(value.get("name"), f"{path}.name", "read as no name")
    description, strict = value.get("description"), value.get("strict")
    if not isinstance(description, str | None):
        spare["description"], description = description, None
    if not isinstance(strict, bool | None):
        spare["strict"], strict = strict, None
    schema = value.get("input_schema")
    parameters = None if schema is None else reader.keep(schema)
    extras = reader.extras(spare)
    return Declaration(name, description, parameters, strict, extras=extras, written=layout)


def write_tool(declaration: Declaration, number: int, limit: int, losses: list[Loss]) -> Row | None:
    """Write *declaration* for ``tools``; nothing and a loss if the format has no such tool."""
    written = declaration.written
    layout = written if isinstance(written, _Written) else None
    for name, _ in declaration.extras:
        if name != CODEC:
            reason = f"what only the format {name} knows"
            losses.append(Loss(None, f"tools[{number}].extras.{name}", reason))
    spare = extra(declaration.extras, CODEC)
    kind = declaration.kind
    if kind == "function":
        return _function(declaration, spare, layout, number, limit, losses)
    if any(name == CODEC for name, _ in declaration.extras):
        _tell_unsaid(declaration, spare, number, limit, losses)
        return arrange({"type": kind, **spare}, layout.outer if layout else ())
    if kind not in ("custom", "function_call"):
        losses.append(Loss(None, f"tools[{number}]", f"no tool of the kind {kind!r} here"))
        return None
    reason = f"a {kind} tool, declared as one that takes an object"
    losses.append(Loss(None, f"tools[{number}].kind", reason))
    return _function(declaration, spare, None, number, limit, losses)


def _function(
    declaration: Declaration,
    spare: Row,
    layout: _Written | None,
    number: int,
    limit: int,
    losses: list[Loss],
) -> Row:
    row: Row = {"name": spelled(declaration.tool, limit)}
    if declaration.description is not None:
        row["description"] = declaration.description
    if declaration.parameters is not None:
        row["input_schema"] = declaration.parameters.thaw()
    elif layout is None:
        row["input_schema"] = _schema(declaration.kind)
        reason = "no parameters, declared as an object"
        losses.append(Loss(None, f"tools[{number}].parameters", reason))
    if declaration.strict is not None:
        row["strict"] = declaration.strict
    row.update(spare)
    if layout is None:
        return row
    if "type" in layout.outer and "type" not in row and layout.typed:
        row["type"] = "custom"
    if "name" not in layout.outer and not row["name"]:
        del row["name"]
    return arrange(row, layout.outer)


def _schema(kind: str) -> Row:
    if kind != "custom":
        return {"type": "object", "properties": {}}
    return {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}


def _tell_unsaid(
    declaration: Declaration, spare: Row, number: int, limit: int, losses: list[Loss]
) -> None:
    """Say what was changed of a tool that is written as it was read."""
    kind = declaration.kind
    said = (declaration.description, declaration.parameters, declaration.strict)
    if said != (None, None, None):
        losses.append(Loss(None, f"tools[{number}]", f"a {kind} tool is written as it was read"))
    elif spelled(declaration.tool, limit) != spare.get("name", kind):
        losses.append(Loss(None, f"tools[{number}].tool", f"a {kind} tool has no other name"))
