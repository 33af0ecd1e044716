"""Write what a model says, its calls among it, and what tools answer."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Assistant, Call, Part, Reasoning, Text, ToolResult
from ctxfn.wire.gemini.answers import NO_JSON, json_in, response_of, words_of
from ctxfn.wire.gemini.spelling import camel, laid
from ctxfn.wire.gemini.write_parts import ABSENT, fitting, laid_out, write_part
from ctxfn.wire.gemini.writer import Writer
from ctxfn.wire.gemini.written import Form, Layout, form_of
from ctxfn.wire.openai_chat.spelling import spelled

__all__ = ["write_answer", "write_result"]

_Row = dict[str, object]

_NO_OBJECT: Final = "arguments that are no object, written as one that holds them"
_NO_JSON: Final = "arguments that are no JSON, written as an object that holds their text"


def write_answer(node: Assistant, writer: Writer) -> list[object]:
    """Write thoughts, parts and calls in the order they were read; the usual one is just that."""
    form = form_of(node)
    usual = "t" * len(node.reasoning) + "p" * len(node.parts) + "c" * len(node.calls)
    read = form is not None and sorted(form.order) == sorted(usual)
    order = form.order if read and form is not None else usual
    layouts = fitting(form.layouts if read and form is not None else (), order)
    thoughts, parts = iter(enumerate(node.reasoning)), iter(enumerate(node.parts))
    calls = iter(enumerate(node.calls))
    rows: list[object] = []
    for letter, layout in zip(order, layouts, strict=True):
        if letter == "t":
            number, thought = next(thoughts)
            rows.append(_write_thought(thought, layout, f"reasoning[{number}]", writer))
        elif letter == "p":
            number, part = next(parts)
            rows.append(write_part(part, layout, "model", f"parts[{number}]", writer))
        else:
            number, call = next(calls)
            rows.append(_write_call(call, layout, f"calls[{number}]", writer))
    return [row for row in rows if row is not ABSENT]


def _write_thought(one: Reasoning, layout: Layout | None, path: str, writer: Writer) -> object:
    if one.sealed is not None:
        writer.lose(f"{path}.sealed", "there are no sealed thoughts here")
        if not one.text and one.signature is None:
            return ABSENT
    if one.model is not None:
        writer.leave("reasoning[].model")
    named: _Row = {"text": one.text, "thought": True}
    if one.signature is not None:
        named["thoughtSignature"] = one.signature
    return laid_out(named, writer.spare(one.extras), "text", layout)


def _write_call(call: Call, layout: Layout | None, path: str, writer: Writer) -> object:
    fits = layout if layout is not None and layout.kind == "functionCall" else None
    name = spelled(call.tool, writer.profile.tool_name_length)
    inner: _Row = {}
    if _needs_id(call, fits, path, writer):
        inner["id"] = call.id
        if fits is not None and not _has(fits, "id"):
            writer.pending.insist(call.id)
        writer.pending.ask(call.id, name)
    else:
        writer.pending.ask(None, name)
    inner["name"] = name
    arguments = _arguments(call, fits, path, writer)
    if arguments or fits is None or _has(fits, "args"):
        inner["args"] = arguments
    spare = writer.spare(call.extras) if call.extras else {}
    more = spare.pop("functionCall", None)
    named: _Row = {"functionCall": _inside(inner, more, fits)}
    if call.signature is not None:
        named["thoughtSignature"] = call.signature
    return laid_out(named, spare, "functionCall", fits)


def _needs_id(call: Call, layout: Layout | None, path: str, writer: Writer) -> bool:
    """Say whether reading again would not give *call* its id anyway."""
    if not call.id:
        writer.lose(f"{path}.id", "a call without an id is known by its number here")
        return False
    blank = layout is None or not _has(layout, "id")
    return call.id != writer.pending.next_id or not blank


def _has(layout: Layout, name: str) -> bool:
    held = any(key == name or camel(key) == name for key in layout.inner)
    return held and all(key != name for key, _ in layout.inner_blanks)


def _inside(inner: _Row, more: object, layout: Layout | None) -> _Row:
    spare = more if isinstance(more, dict) else {}
    if layout is None:
        return {**inner, **spare}
    return laid({**dict(layout.inner_blanks), **inner}, spare, layout.inner)


def _arguments(call: Call, layout: Layout | None, path: str, writer: Writer) -> object:
    """Read the arguments of *call* as the object the format wants, and say what had to be done.

    What is no JSON is held as it stands: a guess might mean something else.
    """
    if call.kind != "function":
        writer.lose(f"{path}.kind", f"a call of the kind {call.kind!r}, written as a function's")
    if call.kind == "custom":
        return {"input": call.arguments}
    if not call.arguments.strip():
        return {}
    value = json_in(call.arguments)
    if isinstance(value, dict):
        return value
    if value is NO_JSON:
        writer.lose(f"{path}.arguments", _NO_JSON)
        return {"value": call.arguments}
    if layout is not None and value is not None:
        return value
    writer.lose(f"{path}.arguments", _NO_OBJECT)
    return {} if value is None else {"value": value}


def write_result(node: ToolResult, writer: Writer) -> tuple[_Row, _Row]:
    """Write the part of *node*, and apart from it the keys carried for its content."""
    form = form_of(node)
    layout = form.result if form is not None else None
    spare = writer.carried(node)
    beside = spare.pop("parts", None)
    outer: _Row = beside if isinstance(beside, dict) else {}
    more = outer.pop("functionResponse", None)
    if node.kind != "function":
        writer.lose("kind", f"a result of the kind {node.kind!r}, written as a function's")
    if node.state is not None:
        writer.lose("state", "a result here has words only: its state is not among them")
    inner: _Row = _named(node, layout, writer)
    response, media = _response(node, form, writer)
    blanks = {} if layout is None else dict(layout.inner_blanks)
    if response is not ABSENT:
        inner["response"] = response
    if media or (layout is not None and _has(layout, "parts")):
        inner["parts"] = media
    if layout is None:
        built = _inside(inner, more, None)
    else:
        inside = more if isinstance(more, dict) else {}
        built = laid({**blanks, **inner}, inside, layout.inner)
    return laid_out({"functionResponse": built}, outer, "functionResponse", layout), spare


def _named(node: ToolResult, layout: Layout | None, writer: Writer) -> _Row:
    """Write the id, where the name alone would not lead to the call, and the name."""
    pending = writer.pending
    if node.tool is not None:
        name = spelled(node.tool, writer.profile.tool_name_length)
    else:
        name = pending.name_of(node.call_id) or ""
        if not name:
            writer.lose("tool", "nothing says which tool it is from")
    blank = layout is None or not _has(layout, "id")
    by_name = pending.answered(name)
    pending.close(node.call_id)
    shown = layout is None and not _is_bare(node, writer)
    if by_name == node.call_id and blank and not (shown or pending.is_insisted(node.call_id)):
        return {"name": name}
    if not node.call_id:
        writer.lose("call_id", "a result without an id answers the first open call of its name")
        return {"name": name}
    return {"id": node.call_id, "name": name}


def _is_bare(node: ToolResult, writer: Writer) -> bool:
    return not node.call_id or writer.pending.is_bare(node.call_id)


def _response(node: ToolResult, form: Form | None, writer: Writer) -> tuple[object, list[object]]:
    """Write the answer and the media beside it."""
    words = [one for one in node.parts if isinstance(one, Text)]
    others = tuple(one for one in node.parts if not isinstance(one, Text))
    layouts = fitting(form.layouts if form is not None else (), others)
    media: list[object] = []
    for number, (part, layout) in enumerate(zip(others, layouts, strict=True)):
        path = f"parts[{number + len(words)}]"
        if layout is None and not _can_hold(part, writer):
            writer.lose(path, f"results hold words alone for {writer.profile.name}")
            continue
        row = write_part(part, layout, "result", path, writer)
        if row is not ABSENT:
            media.append(row)
    return _worded(node, words, form, writer), media


def _can_hold(part: Part, writer: Writer) -> bool:
    kind = type(part).__name__.lower()
    return kind in writer.profile.media_of("tool") or kind == "opaque"


def _worded(node: ToolResult, words: list[Text], form: Form | None, writer: Writer) -> object:
    _tell_words(node, words, writer)
    text = "\n".join(one.text for one in words)
    if form is not None and form.result is not None:
        if form.response is None and not words:
            return ABSENT
        if form.response is not None and words_of(form.response.shared()) == text:
            return form.response.thaw()
    if node.error is not None:
        writer.lose("error", "that it failed is not said, but its words are")
        if not words and node.error.message:
            return {"error": node.error.message}
    return response_of(text)


def _tell_words(node: ToolResult, words: list[Text], writer: Writer) -> None:
    if len(words) > 1:
        writer.lose("parts", f"{len(words)} texts, written as one")
    elif words and not words[0].text:
        writer.lose("parts[0]", "an empty text is no text of a result")
    if words and not isinstance(node.parts[0], Text):
        writer.lose("parts", "their order: the media of a result come behind its words")
    for number, one in enumerate(words):
        if one.signature is not None:
            writer.lose(f"parts[{number}].signature", "the words of a result are not signed")
        if one.extras:
            writer.lose(f"parts[{number}].extras", "the words of a result have no keys beside them")
