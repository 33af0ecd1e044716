"""Write calls: the list of them, and the old single one."""

from __future__ import annotations

import json

from attrs import evolve

from ctxfn.messages import Call
from ctxfn.wire.openai_chat.legacy import legacy_id
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Layout, arrange

__all__ = ["write_calls"]

_Row = dict[str, object]


def write_calls(
    calls: tuple[Call, ...], layouts: tuple[Layout | None, ...] | None, writer: Writer
) -> tuple[list[object], _Row | None]:
    """Write *calls*: the list for ``tool_calls``, and what belongs under ``function_call``.

    Complexity: O(size of *calls*).
    """
    fitting = layouts if layouts and len(layouts) == len(calls) else (None,) * len(calls)
    rows: list[object] = []
    single: _Row | None = None
    for number, (call, layout) in enumerate(zip(calls, fitting, strict=True)):
        path = f"calls[{number}]"
        if call.kind == "function_call":
            if single is None:
                single = _write_single(call, layout, path, writer)
                continue
            writer.lose(f"{path}.kind", "a second call of the old kind, written as a tool call")
            rows.append(_write_listed(evolve(call, kind="function"), None, path, writer))
            continue
        rows.append(_write_listed(call, layout, path, writer))
        if single is not None:
            writer.lose(path, "its place: a call of the old kind comes last")
    return rows, single


def _write_listed(call: Call, layout: Layout | None, path: str, writer: Writer) -> _Row:
    if call.kind in ("function", "custom"):
        return _write_call(call, layout, path, writer)
    if not any(name == writer.dialect.name for name, _ in call.extras):
        # Without it, its result would answer nothing.
        writer.lose(
            f"{path}.kind", f"no call of the kind {call.kind!r} here, written as a function"
        )
        return _write_call(evolve(call, kind="function"), None, path, writer)
    if (call.tool, call.arguments, call.signature) != (call.kind, "{}", None):
        writer.lose(path, f"a call of the kind {call.kind!r} is written as it was read")
    return _ordered({"id": call.id, "type": call.kind, **writer.spare(call.extras)}, call, layout)


def _write_call(call: Call, layout: Layout | None, path: str, writer: Writer) -> _Row:
    name = spelled(call.tool, writer.profile.tool_name_length)
    word = "arguments" if call.kind == "function" else "input"
    inner: _Row = {"name": name, word: _arguments(call, layout)}
    if layout is None and not call.extras and call.signature is None:
        return {"id": call.id, "type": call.kind, call.kind: inner}
    spare = writer.spare(call.extras)
    _write_signature(call, spare, path, writer)
    more = spare.pop(call.kind, None)
    if layout is None or layout.inner is None:
        if layout is not None and layout.kind == call.kind and more is None and not call.tool:
            return _ordered({"id": call.id, "type": call.kind, **spare}, call, layout)
        inner.update(more if isinstance(more, dict) else {})
        return {"id": call.id, "type": call.kind, call.kind: inner, **spare}
    inner.update(more if isinstance(more, dict) else {})
    row: _Row = {"id": call.id, "type": call.kind, call.kind: _within(inner, layout), **spare}
    return _ordered(row, call, layout)


def _arguments(call: Call, layout: Layout | None) -> object:
    """Give back the object that stood there, if it was one and still is."""
    if layout is None or not layout.whole:
        return call.arguments
    try:
        value: object = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return call.arguments
    return value if isinstance(value, dict) else call.arguments


def _within(inner: _Row, layout: Layout) -> _Row:
    keys = layout.inner or ()
    if "name" not in keys and not inner["name"]:
        del inner["name"]
    return arrange(inner, keys)


def _ordered(row: _Row, call: Call, layout: Layout | None) -> _Row:
    if layout is None or layout.kind != call.kind:
        return row
    if "id" not in layout.outer and not call.id:
        del row["id"]
    if "type" not in layout.outer:
        del row["type"]
    return arrange(row, layout.outer)


def _write_signature(call: Call, spare: _Row, path: str, writer: Writer) -> None:
    if call.signature is None or spare.get("thoughtSignature") == call.signature:
        return
    key = writer.profile.call_signature_key
    if key is None:
        writer.lose(f"{path}.signature", f"calls are not signed for {writer.profile.name}")
    else:
        spare[key] = call.signature


def _write_single(call: Call, layout: Layout | None, path: str, writer: Writer) -> _Row:
    if writer.index is not None and call.id != legacy_id(writer.index):
        writer.lose(f"{path}.id", "a call of the old kind has no id")
    if call.signature is not None:
        writer.lose(f"{path}.signature", "a call of the old kind has no signature")
    name = spelled(call.tool, writer.profile.tool_name_length)
    row: _Row = {"name": name, "arguments": call.arguments, **writer.spare(call.extras)}
    return _within(row, layout) if layout is not None and layout.inner is not None else row
