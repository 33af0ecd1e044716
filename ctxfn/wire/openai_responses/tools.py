"""Declarations of tools, both ways: functions lie flat here, all else is kept whole."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import InvalidJson, extra
from ctxfn.tools import Declaration
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.reader import name_of, under
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_responses.reader import Reader, Row
from ctxfn.wire.openai_responses.written import CODEC, Layout, arrange

__all__ = ["read_tools", "write_tool"]

_TAKEN_APART: Final = ("function", "custom")


def read_tools(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the value of ``tools``; what is no object is left out and a problem.

    Contract:
        A tool of another type than function and custom keeps all its keys as extras and goes
        by its name, or the name of its type. A function in an object of its own, as in the chat
        format, is read as if it lay flat, and is a problem.

    Complexity: O(size of *value*).
    """
    reader.index, reader.path = None, "tools"
    if not isinstance(value, list | tuple):
        reader.odd("", f"found {name_of(value)}, left out")
        return ()
    read: list[Declaration] = []
    for number, one in enumerate(value):
        reader.path = f"tools[{number}]"
        if not isinstance(one, dict):
            reader.odd("", f"found {name_of(one)}, left out")
            continue
        try:
            read.append(_read_tool(one, reader))
        except InvalidJson as wrong:
            raise under(reader.path, wrong) from wrong
    reader.path = ""
    return tuple(read)


def _read_tool(value: dict[str, object], reader: Reader) -> Declaration:
    said = value.get("type", "function")
    kind = said if isinstance(said, str) else "function"
    if kind not in _TAKEN_APART:
        spare = {key: one for key, one in value.items() if key != "type"}
        kept = ((CODEC, reader.keep(spare)),)
        return Declaration(
            _name_in(spare, kind), kind=kind, extras=kept, written=Layout(kind, tuple(value))
        )
    if not isinstance(said, str) or "type" not in value:
        reader.odd("type", "found nothing, read as a function")
    inner = value.get(kind)
    if isinstance(inner, dict) and "name" not in value:
        reader.odd(kind, "found the object of another API, read as if its keys lay beside it")
        value = {**{key: one for key, one in value.items() if key != kind}, **inner}
    row = Row(value, "", reader)
    row.take("type")
    name = row.needed("name", "no name")
    description = row.text("description")
    strict = value.get("strict") if kind == "function" else None
    row.null("strict")
    if isinstance(strict, bool):
        row.take("strict")
    row.null("parameters")
    schema = None if kind == "custom" else value.get("parameters")
    parameters = None if schema is None else reader.keep(row.take("parameters"))
    return Declaration(
        name,
        description,
        parameters,
        strict if isinstance(strict, bool) else None,
        kind,
        row.extras(),
        Layout(kind, row.keys, row.nulls),
    )


def write_tool(
    declaration: Declaration, number: int, limit: int, losses: list[Loss]
) -> dict[str, object] | None:
    """Write *declaration* for ``tools``; nothing and a loss if the format has no such tool."""
    path = f"tools[{number}]"
    for name, _ in declaration.extras:
        if name != CODEC:
            reason = f"what only the format {name} knows"
            losses.append(Loss(None, f"{path}.extras.{name}", reason))
    spare = extra(declaration.extras, CODEC)
    layout = declaration.written
    form = layout if isinstance(layout, Layout) and layout.kind == declaration.kind else None
    if declaration.kind == "function_call":
        losses.append(Loss(None, f"{path}.kind", "a function of the old kind, written as a tool"))
        declaration = evolve(declaration, kind="function")
    if declaration.kind not in _TAKEN_APART:
        row = _write_kept(declaration, spare, path, limit, losses)
    else:
        row = _write_flat(declaration, spare, path, limit, losses)
    return row if row is None or form is None else arrange(row, form.keys, form.nulls)


def _write_flat(
    declaration: Declaration,
    spare: dict[str, object],
    path: str,
    limit: int,
    losses: list[Loss],
) -> dict[str, object]:
    kind = declaration.kind
    row: dict[str, object] = {"type": kind, "name": spelled(declaration.tool, limit)}
    if declaration.description is not None:
        row["description"] = declaration.description
    if kind == "custom" and (declaration.parameters or declaration.strict is not None):
        losses.append(Loss(None, path, "a custom tool has no parameters"))
    elif kind == "function":
        if declaration.parameters is not None:
            row["parameters"] = declaration.parameters.thaw()
        if declaration.strict is not None:
            row["strict"] = declaration.strict
    row.update(spare)
    return row


def _write_kept(
    declaration: Declaration,
    spare: dict[str, object],
    path: str,
    limit: int,
    losses: list[Loss],
) -> dict[str, object] | None:
    """Write a tool of a kind that only its extras know."""
    kind = declaration.kind
    if not any(name == CODEC for name, _ in declaration.extras):
        losses.append(Loss(None, path, f"no tool of the kind {kind!r} here"))
        return None
    told = (declaration.description, declaration.parameters, declaration.strict)
    if told != (None, None, None):
        losses.append(Loss(None, path, f"a {kind} tool is written as it was read"))
    elif spelled(declaration.tool, limit) != _name_in(spare, kind):
        losses.append(Loss(None, f"{path}.tool", f"a {kind} tool has no other name"))
    return {"type": kind, **spare}


def _name_in(spare: dict[str, object], kind: str) -> str:
    name = spare.get("name")
    return name if isinstance(name, str) else kind
