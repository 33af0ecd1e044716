"""Write what a model says, its calls among it, and what tools answer."""

from __future__ import annotations

import json

from ctxfn.messages import Assistant, Call, Reasoning, ToolResult
from ctxfn.wire.anthropic.write_message import input_of
from ctxfn.wire.bedrock.write_blocks import fitting, inside, laid, write_part, write_parts
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import Layout, arranged, form_of
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.values import json_text

__all__ = ["write_answer", "write_result"]

_Row = dict[str, object]


def write_answer(node: Assistant, writer: Writer) -> list[object]:
    """Write thoughts, parts and calls, in the order they were read."""
    form = form_of(node)
    usual = "t" * len(node.reasoning) + "p" * len(node.parts) + "c" * len(node.calls)
    read = form is not None and sorted(form.order) == sorted(usual)
    order = form.order if form is not None and read else usual
    layouts = fitting(form.layouts if form is not None and read else (), order)
    thoughts, parts = iter(enumerate(node.reasoning)), iter(enumerate(node.parts))
    calls = iter(enumerate(node.calls))
    rows: list[object] = []
    for letter, layout in zip(order, layouts, strict=True):
        if letter == "t":
            number, thought = next(thoughts)
            rows += _write_thought(thought, layout, f"reasoning[{number}]", writer)
        elif letter == "p":
            number, part = next(parts)
            rows += write_part(part, layout, "model", f"parts[{number}]", writer)
        else:
            number, call = next(calls)
            rows += _write_call(call, layout, f"calls[{number}]", writer)
    return rows


def _write_thought(
    one: Reasoning, layout: Layout | None, path: str, writer: Writer
) -> list[object]:
    signed = one.sealed is not None or one.signature is not None or layout is not None
    if writer.profile.reasoning == "signed" and not signed:
        writer.lose(path, "thoughts that no model signed are refused")
        return []
    if one.model is not None:
        writer.leave("reasoning[].model")
    spare = writer.spare(one.extras)
    inner = spare.pop("reasoningContent", None)
    more: _Row = inner if isinstance(inner, dict) else {}
    if one.sealed is not None:
        if one.text or one.signature is not None:
            writer.lose(path, "of sealed thoughts only the seal is written")
        fields: _Row = {"redactedContent": one.sealed}
        return laid("reasoningContent", inside(fields, more, layout), spare, layout)
    held: _Row = {"text": one.text}
    if one.signature is not None:
        held["signature"] = one.signature
    rest = more.pop("reasoningText", None)
    held |= rest if isinstance(rest, dict) else {}
    if layout is not None:
        held = arranged(held, layout.innermost)
    whole = inside({"reasoningText": held}, more, layout)
    return laid("reasoningContent", whole, spare, layout)


def _write_call(call: Call, layout: Layout | None, path: str, writer: Writer) -> list[object]:
    fits = layout if layout is not None and layout.kind == "toolUse" else None
    if call.kind != "function":
        writer.lose(f"{path}.kind", f"a call of the kind {call.kind!r}, written as a tool's")
    if call.signature is not None:
        writer.lose(f"{path}.signature", f"calls are not signed for {writer.profile.name}")
    fields: _Row = {
        "toolUseId": call.id,
        "name": spelled(call.tool, writer.profile.tool_name_length),
        "input": _input(call, fits, path, writer),
    }
    if fits is not None and "input" not in fits.inner and fields["input"] == {}:
        del fields["input"]
    spare = writer.spare(call.extras) if call.extras else {}
    return laid("toolUse", inside(fields, spare.pop("toolUse", None), fits), spare, fits)


def _input(call: Call, layout: Layout | None, path: str, writer: Writer) -> object:
    given, why = input_of(call)
    if why is None and not (layout is not None and call.arguments == "null"):
        return given
    if layout is not None:  # whoever wrote it so gets back what it had
        try:
            read: object = json.loads(call.arguments)
        except ValueError:
            read = ...
        if read is not ... and json_text(read) == call.arguments:
            return read
    writer.lose(f"{path}.arguments", why or "no arguments")
    return given


def write_result(node: ToolResult, spare: _Row, writer: Writer) -> list[object]:
    """Write the block of *node*, the keys in *spare* in it and beside it."""
    form = form_of(node)
    layout = form.result if form is not None else None
    if node.tool is not None and node.synthetic is None:
        writer.leave("tool")
    if node.state is not None:
        writer.lose("state", "a result here has words only: its state is not among them")
    if node.kind != "function":
        writer.lose("kind", f"a result of the kind {node.kind!r}, written as a tool's")
    content = write_parts(node.parts, () if form is None else form.layouts, "result", writer)
    failed = node.error is not None or node.synthetic is not None
    if node.error is not None and (node.error.message or node.error.kind or node.error.details):
        if node.synthetic is None:
            writer.lose("error", "that it failed is said, not what else is known of it")
        if not node.parts and node.error.message:
            content = [{"text": node.error.message}]
    fields: _Row = {"toolUseId": node.call_id, "content": content}
    if failed or (layout is not None and "status" in layout.inner):
        fields["status"] = "error" if failed else "success"
    inner = inside(fields, spare.pop("toolResult", None), layout)
    return laid("toolResult", inner, spare, layout)
