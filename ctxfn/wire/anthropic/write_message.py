"""Write what one record says: blocks, or a text where one text is all."""

from __future__ import annotations

import json
from typing import Final, cast

from attrs import evolve

from ctxfn.messages import (
    MAX_JSON_DEPTH,
    Assistant,
    Call,
    Part,
    Reasoning,
    System,
    Text,
    ToolError,
    ToolResult,
    User,
)
from ctxfn.wire.anthropic.write_parts import ABSENT, fitting, write_part, write_parts
from ctxfn.wire.anthropic.writer import Writer
from ctxfn.wire.anthropic.written import Form, Layout, arrange, form_of
from ctxfn.wire.openai_chat.reader import json_text
from ctxfn.wire.openai_chat.spelling import spelled

__all__ = ["input_of", "write_answer", "write_result", "write_said"]

_Row = dict[str, object]
_NOTHING: Final = ToolError()


def write_said(node: User | System | ToolResult, writer: Writer) -> object:
    """Write the parts of *node* as the value of ``content``, or say by `ABSENT` that it had none."""
    form = form_of(node)
    if form is not None:
        if form.content == "list":
            return write_parts(node.parts, form.blocks, writer)
        if not node.parts:
            return ABSENT if form.content == "absent" else None if form.content == "null" else ""
        if form.value is not None and node.parts == (Text(json_text(form.value.thaw())),):
            return form.value.thaw()
    # No list without a block: if none can be said, it is as if there were none.
    return _one_text(node.parts) or write_parts(node.parts, (), writer) or ""


def _one_text(parts: tuple[Part, ...]) -> str:
    """Return the text that is all of *parts*, if one plain text is."""
    if len(parts) != 1 or not isinstance(parts[0], Text):
        return ""
    only = parts[0]
    return "" if only.extras or only.signature is not None else only.text


def write_answer(node: Assistant, writer: Writer) -> object:
    """Write thoughts, parts and calls as the value of ``content``, in the order they were read."""
    form = form_of(node)
    if not node.calls and not node.reasoning and not (form and form.content == "list"):
        return _write_words(node, form, writer)
    if form is None and not node.reasoning:
        return _write_usual(node, writer)
    usual = "t" * len(node.reasoning) + "p" * len(node.parts) + "c" * len(node.calls)
    read = form is not None and sorted(form.order) == sorted(usual)
    order = form.order if read and form is not None else usual
    layouts = fitting(form.blocks if read and form is not None else (), tuple(order))
    of = {
        kind: tuple(one for letter, one in zip(order, layouts, strict=True) if letter == kind)
        for kind in "tpc"
    }
    rows = {
        "t": iter(_write_thoughts(node.reasoning, of["t"], writer)),
        "p": iter(_each_part(node.parts, of["p"], writer)),
        "c": iter(_write_calls(node.calls, of["c"], writer)),
    }
    written = [next(rows[letter]) for letter in order]
    said = [row for row in written if row is not ABSENT]
    return said if said or not written else ""


def _write_usual(node: Assistant, writer: Writer) -> object:
    """Write words, then calls: nothing tells of another order, and nearly no answer is otherwise."""
    written = [
        *_each_part(node.parts, (None,) * len(node.parts), writer),
        *_write_calls(node.calls, (None,) * len(node.calls), writer),
    ]
    said = [row for row in written if row is not ABSENT]
    return said if said or not written else ""


def _write_words(node: Assistant, form: Form | None, writer: Writer) -> object:
    if form is not None and not node.parts:
        return ABSENT if form.content == "absent" else None if form.content == "null" else ""
    value = None if form is None else form.value
    if value is not None and node.parts == (Text(json_text(value.thaw())),):
        return value.thaw()
    return _one_text(node.parts) or write_parts(node.parts, (), writer, answer=True) or ""


def _each_part(
    parts: tuple[Part, ...], layouts: tuple[Layout | None, ...], writer: Writer
) -> list[object]:
    return [
        write_part(part, layout, f"parts[{number}]", writer, answer=True)
        for number, (part, layout) in enumerate(zip(parts, layouts, strict=True))
    ]


def _write_thoughts(
    thoughts: tuple[Reasoning, ...], layouts: tuple[Layout | None, ...], writer: Writer
) -> list[object]:
    return [
        _write_thought(one, layout, f"reasoning[{number}]", writer)
        for number, (one, layout) in enumerate(zip(thoughts, layouts, strict=True))
    ]


def _write_thought(one: Reasoning, layout: Layout | None, path: str, writer: Writer) -> object:
    if one.sealed is None and one.signature is None and layout is None:
        writer.lose(path, "thoughts that no model signed are refused")
        return ABSENT
    if one.model is not None:
        writer.leave("reasoning[].model")
    if one.sealed is not None:
        if one.text or one.signature is not None:
            writer.lose(path, "of sealed thoughts only the seal is written")
        row: _Row = {"type": "redacted_thinking", "data": one.sealed}
    else:
        row = {"type": "thinking", "thinking": one.text}
        if one.signature is not None:
            row["signature"] = one.signature
    row.update(writer.spare(one.extras))
    return arrange(row, layout.outer) if layout is not None else row


def _write_calls(
    calls: tuple[Call, ...], layouts: tuple[Layout | None, ...], writer: Writer
) -> list[object]:
    return [
        _write_call(call, layout, f"calls[{number}]", writer)
        for number, (call, layout) in enumerate(zip(calls, layouts, strict=True))
    ]


def _write_call(call: Call, layout: Layout | None, path: str, writer: Writer) -> object:
    if call.kind != "function":
        writer.lose(f"{path}.kind", f"a call of the kind {call.kind!r}, written as a tool's")
    if call.signature is not None:
        writer.lose(f"{path}.signature", f"calls are not signed for {writer.profile.name}")
    row: _Row = {
        "type": "tool_use",
        "id": call.id,
        "name": spelled(call.tool, writer.profile.tool_name_length),
        "input": _input(call, layout, path, writer),
    }
    if call.extras:
        row.update(writer.spare(call.extras))
    if layout is None or layout.kind != "tool_use":
        return row
    for key in ("id", "name", "input"):
        if key not in layout.outer and row[key] in ("", {}):
            del row[key]
    return arrange(row, layout.outer)


def _input(call: Call, layout: Layout | None, path: str, writer: Writer) -> object:
    given, why = input_of(call)
    if why is None:
        return given
    if layout is not None and why == _NO_OBJECT:  # whoever wrote it so gets back what it had
        read: object = json.loads(call.arguments)
        return read
    writer.lose(f"{path}.arguments", why)
    return given


_NO_OBJECT: Final = "arguments that are no object, written as one that holds them"
_NO_JSON: Final = "arguments that are no JSON, written as an object that holds their text"


def input_of(call: Call) -> tuple[dict[str, object], str | None]:
    """Read the arguments of *call* as the object the format wants, and say what had to be done.

    Contract:
        No text is no arguments. What is no object is held by one, under ``value``; so is
        what is no JSON, as it stands: a guess might mean something else.

    Examples:
        >>> input_of(Call("c1", "now", "[1]"))[0]
        {'value': [1]}
    """
    text = call.arguments
    if call.kind == "custom":
        return {"input": text}, None
    if not text.strip():
        return {}, None
    try:
        deep = text.count("[") + text.count("{") >= MAX_JSON_DEPTH
        value = None if deep else _read(text)
    except (ValueError, RecursionError):
        deep, value = True, None
    if deep:
        return {"value": text}, _NO_JSON
    if value is None:
        return {}, None
    return (value, None) if isinstance(value, dict) else ({"value": value}, _NO_OBJECT)


def _read(text: str) -> object:
    """Parse *text*; one that begins with its value, as nearly all do, needs no search for it."""
    if text[0] == "{":
        value, end = _DECODER.raw_decode(text)
        if end == len(text):
            return cast("object", value)
    return cast("object", _DECODER.decode(text))


def _refuse(word: str) -> object:
    raise ValueError(word)


#: Made once: a reader of its own for each call takes longer than most arguments.
_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)


def write_result(node: ToolResult, spare: _Row, writer: Writer) -> _Row:
    """Write the block of *node*, the keys in *spare* among its own."""
    form = form_of(node)
    layout = form.result if form is not None else None
    if node.tool is not None and node.synthetic is None:
        writer.leave("tool")
    if node.state is not None:
        writer.lose("state", "a result here has words only: its state is not among them")
    if node.kind != "function":
        writer.lose("kind", f"a result of the kind {node.kind!r}, written as a tool's")
    content = write_said(_with_error(node, writer), writer)
    row: _Row = {"type": "tool_result", "tool_use_id": node.call_id}
    if content is not ABSENT:
        row["content"] = content
    if node.error is not None or node.synthetic is not None:
        row["is_error"] = True
    elif layout is not None and "is_error" in layout.outer:
        row["is_error"] = None if form is not None and "is_error" in form.nulls else False
    row.update(spare)
    if layout is None:
        return row
    if "tool_use_id" not in layout.outer and not node.call_id:
        del row["tool_use_id"]
    return arrange(row, layout.outer)


def _with_error(node: ToolResult, writer: Writer) -> ToolResult:
    """Let the words of a result say why it failed, if it has no words of its own."""
    error = node.error
    if error is None or error == _NOTHING:
        return node
    if node.synthetic is None:
        writer.lose("error", "that it failed is said, and its words; not what else is known of it")
    if node.parts or not error.message:
        return node
    return evolve(node, parts=(Text(error.message),), written=None)
