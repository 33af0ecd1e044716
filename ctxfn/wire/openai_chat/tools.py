"""Declarations of tools, both ways: ``tools`` and the older ``functions``."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import Extras, InvalidJson, extra
from ctxfn.tools import Declaration
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.reader import Reader, name_of, under
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Layout, arrange, layout_of

__all__ = ["read_functions", "read_tools", "write_function", "write_tool"]

#: The keys of a definition that become fields, by the kind of tool.
_KNOWN: Final = {
    "function": ("name", "description", "parameters", "strict"),
    "custom": ("name", "description"),
}


def read_tools(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the value of ``tools``; what is no object is left out and a problem.

    Contract:
        A tool of another type than function and custom keeps all its keys as extras and goes
        by the name of its type. A function without the object ``function`` is read as if its
        keys stood in one, which other APIs do, and is a problem.

    Complexity: O(size of *value*).
    """
    return _read_all(value, "tools", reader)


def read_functions(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the value of ``functions``, the older way to declare."""
    return _read_all(value, "functions", reader)


def _read_all(value: object, path: str, reader: Reader) -> tuple[Declaration, ...]:
    if not isinstance(value, list | tuple):
        reader.odd(path, f"found {name_of(value)}, left out")
        return ()
    read: list[Declaration] = []
    for number, one in enumerate(value):
        where = f"{path}[{number}]"
        if not isinstance(one, dict):
            reader.odd(where, f"found {name_of(one)}, left out")
            continue
        try:
            if path == "functions":
                read.append(_read_bare(one, "function_call", where, reader))
            else:
                read.append(_read_tool(one, where, reader))
        except InvalidJson as wrong:
            raise under(where, wrong) from wrong
    return tuple(read)


def _read_tool(value: dict[str, object], path: str, reader: Reader) -> Declaration:
    said = value.get("type", "function")
    kind = said if isinstance(said, str) else "function"
    if kind not in _KNOWN:
        spare = {key: one for key, one in value.items() if key != "type"}
        return Declaration(
            _name_in(spare, kind),
            kind=kind,
            extras=reader.extras(spare),
            written=reader.layout(kind, tuple(value), None),
        )
    source = value.get(kind)
    if not isinstance(source, dict):
        reader.odd(f"{path}.{kind}", f"found {name_of(source)}, its keys looked for beside it")
        return _read_bare(value, "function", path, reader)
    spare = {key: one for key, one in value.items() if key not in ("type", kind)}
    layout = reader.layout(kind, tuple(value), tuple(source))
    return _read_definition(source, kind, spare, layout, path, reader)


def _read_bare(value: dict[str, object], kind: str, path: str, reader: Reader) -> Declaration:
    layout = reader.layout("bare", (), tuple(value))
    return _read_definition(value, kind, {}, layout, path, reader)


def _read_definition(
    source: dict[str, object],
    kind: str,
    spare: dict[str, object],
    layout: Layout,
    path: str,
    reader: Reader,
) -> Declaration:
    known = _KNOWN.get(kind, _KNOWN["function"])
    name, description = source.get("name"), source.get("description")
    parameters, strict = source.get("parameters"), source.get("strict")
    inner = {key: one for key, one in source.items() if key not in known}
    if not isinstance(description, str | None):
        inner["description"], description = description, None
    if not isinstance(strict, bool | None):
        inner["strict"], strict = strict, None
    read = reader.text(name, f"{path}.name")
    if read is None:
        reader.odd(f"{path}.name", f"found {name_of(name)}, read as no name")
    if inner and layout.outer:
        spare = {**spare, kind: inner}
    elif inner:
        spare = inner
    return Declaration(
        read or "",
        description,
        None if parameters is None or kind == "custom" else reader.keep(parameters),
        strict if kind != "custom" else None,
        kind,
        reader.extras(spare),
        layout,
    )


def write_tool(declaration: Declaration, number: int, writer: Writer) -> dict[str, object] | None:
    """Write *declaration* for ``tools``; nothing and a loss if the format has no such tool."""
    kind, layout = declaration.kind, layout_of(declaration)
    limit, losses = writer.profile.tool_name_length, writer.losses
    spare = extra(declaration.extras, writer.dialect.name)
    _lose_foreign(declaration.extras, number, writer)
    if kind not in _KNOWN:
        return _write_strange(declaration, spare, number, writer)
    if kind == "custom" and (declaration.parameters or declaration.strict is not None):
        losses.append(Loss(None, f"tools[{number}]", "a custom tool has no parameters"))
        declaration = evolve(declaration, parameters=None, strict=None)
    if layout is not None and layout.kind == "bare":
        return arrange({"type": kind, **_definition(declaration, spare, limit)}, layout.inner or ())
    inner = spare.pop(kind, {})
    definition = _definition(declaration, inner if isinstance(inner, dict) else {}, limit)
    if layout is None:
        return {"type": kind, kind: definition, **spare}
    built = {"type": kind, kind: arrange(definition, layout.inner or ()), **spare}
    return arrange(_unless_absent(built, "type", "function", layout.outer), layout.outer)


def _write_strange(
    declaration: Declaration,
    spare: dict[str, object],
    number: int,
    writer: Writer,
) -> dict[str, object] | None:
    """Write a tool of a kind that only its extras know."""
    kind, layout = declaration.kind, layout_of(declaration)
    limit, losses = writer.profile.tool_name_length, writer.losses
    if not any(name == writer.dialect.name for name, _ in declaration.extras):
        losses.append(Loss(None, f"tools[{number}]", f"no tool of the kind {kind!r} here"))
        return None
    if (
        declaration.description is not None
        or declaration.parameters
        or declaration.strict is not None
    ):
        losses.append(Loss(None, f"tools[{number}]", f"a {kind} tool is written as it was read"))
    elif spelled(declaration.tool, limit) != _name_in(spare, kind):
        losses.append(Loss(None, f"tools[{number}].tool", f"a {kind} tool has no other name"))
    return arrange({"type": kind, **spare}, layout.outer if layout else ())


def _name_in(spare: dict[str, object], kind: str) -> str:
    name = spare.get("name")
    return name if isinstance(name, str) else kind


def write_function(declaration: Declaration, number: int, writer: Writer) -> dict[str, object]:
    """Write *declaration* for ``functions``."""
    layout = layout_of(declaration)
    _lose_foreign(declaration.extras, number, writer)
    spare = extra(declaration.extras, writer.dialect.name)
    built = _definition(declaration, spare, writer.profile.tool_name_length)
    return arrange(built, layout.inner or ()) if layout else built


def _definition(
    declaration: Declaration, spare: dict[str, object], limit: int
) -> dict[str, object]:
    built: dict[str, object] = {"name": spelled(declaration.tool, limit)}
    if declaration.description is not None:
        built["description"] = declaration.description
    if declaration.parameters is not None:
        built["parameters"] = declaration.parameters.thaw()
    if declaration.strict is not None:
        built["strict"] = declaration.strict
    built.update(spare)
    return built


def _unless_absent(
    built: dict[str, object], key: str, usual: str, keys: tuple[str, ...]
) -> dict[str, object]:
    """Leave *key* out if it says the *usual* thing and was not written."""
    if key not in keys and built.get(key) == usual:
        del built[key]
    return built


def _lose_foreign(extras: Extras, number: int, writer: Writer) -> None:
    for name, _ in extras:
        if name != writer.dialect.name:
            reason = f"what only the format {name} knows"
            writer.losses.append(Loss(None, f"tools[{number}].extras.{name}", reason))
