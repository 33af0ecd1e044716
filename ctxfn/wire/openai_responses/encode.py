"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from ctxfn.messages import Assistant, Node, System, Text, User
from ctxfn.wire.codec import Conversation, Encoded, Loss
from ctxfn.wire.openai_responses.check_back import check_back
from ctxfn.wire.openai_responses.items import Run, kind_of
from ctxfn.wire.openai_responses.tools import write_tool
from ctxfn.wire.openai_responses.write_node import write_node
from ctxfn.wire.openai_responses.writer import Writer
from ctxfn.wire.openai_responses.written import CODEC, BodyForm, Form, arrange
from ctxfn.wire.profiles import Profile

__all__ = ["encode"]

_Row = dict[str, object]


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        The body is fresh through and through. Messages this codec read are written as they
        stood; answers in the order reasoning, words, calls. A first system message is the
        instructions of a body that has none. An item's id that the target does not take is left
        out, reasoning without the item it led to as well; these are losses, as all is that has
        no place in the format: where, and why. Each message is read back, so nothing that
        changed on the way goes unsaid.
        ``decode(encode(c).body)`` is *c*, wire names and data URIs aside, if there is no loss.

    Complexity: O(size of *conversation*).

    Source: OpenAI's API reference, "Create a model response"; the catalogue of refusals.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, system, tool_result, user
        >>> from ctxfn.wire import profile
        >>> talk = chat(
        ...     user("Time?"),
        ...     assistant("Let me see.", call("c1", "now", "{}")),
        ...     tool_result("c1", "Noon."),
        ... )
        >>> for item in encode(Conversation(talk), profile("openai/responses")).body:
        ...     print(item)
        {'type': 'message', 'role': 'user', 'content': 'Time?'}
        {'type': 'message', 'role': 'assistant', 'content': 'Let me see.'}
        {'type': 'function_call', 'call_id': 'c1', 'name': 'now', 'arguments': '{}'}
        {'type': 'function_call_output', 'call_id': 'c1', 'output': 'Noon.'}
    """
    settings = _settings(conversation)
    stored = settings is None or settings.get("store") is not False
    writer = Writer(profile, stored=stored)
    instructions, rest = _instructions(conversation, settings, writer)
    written = _rows(rest, 0 if instructions is None else 1, writer)
    if profile.reasoning_before_item:
        written = _led_on(written, writer)
    rows: list[object] = [row for _, row in written]
    writer.begin(None)
    if settings is None:
        for field in ("settings", "tools"):
            if getattr(conversation, field) is not None:
                writer.lose(field, f"a bare list of items has no place for {field}")
        return Encoded(rows, writer.all_losses())
    if instructions is not None:
        settings["instructions"] = instructions
    return Encoded(_body(conversation, settings, rows, writer), writer.all_losses())


def _settings(conversation: Conversation) -> _Row | None:
    kept = conversation.settings
    settings = None if kept is None else kept.thaw()
    return settings if isinstance(settings, dict) else None


def _instructions(
    conversation: Conversation, settings: _Row | None, writer: Writer
) -> tuple[str | None, list[Node]]:
    """Take the first message for instructions, if it is one and they have no words yet."""
    nodes = list(conversation.messages)
    first = nodes[0] if nodes else None
    if settings is None or "instructions" in settings or not isinstance(first, System):
        if settings is not None and _is_text(settings.get("instructions")):
            writer.lose("settings.instructions", "they are read as a system message")
        return None, nodes
    form = first.written
    if isinstance(form, Form) and form.codec == CODEC and form.place == "input":
        return None, nodes
    only = first.parts[0] if len(first.parts) == 1 else None
    if type(only) is not Text or not only.text or only.extras or only.signature is not None:
        return None, nodes
    if first.developer or first.extras:
        return None, nodes
    writer.begin(0)
    check_back(first, System(first.parts), writer)
    return only.text, nodes[1:]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _rows(nodes: list[Node], first: int, writer: Writer) -> list[tuple[int, _Row]]:
    """Write *nodes*, and say so where an answer is not read as it is meant."""
    rows: list[tuple[int, _Row]] = []
    run = Run()
    for index, node in enumerate(nodes, first):
        writer.begin(index)
        items = write_node(node, writer)
        rows += ((index, row) for _, row in items)
        if not items:
            continue
        if not isinstance(node, Assistant):
            run = Run()
            continue
        if not run.empty and not run.breaks(items[0][0]):
            writer.lose("", "nothing shows that it is another answer than the one before it")
        run = Run()
        for kind, _ in items:
            if run.breaks(kind):
                run = Run()
            run.take(kind)
    return rows


def _led_on(rows: list[tuple[int, _Row]], writer: Writer) -> list[tuple[int, _Row]]:
    """Leave out reasoning that no item of the model's follows."""
    kept: list[tuple[int, _Row]] = []
    led_on = False
    for index, row in reversed(rows):
        kind = kind_of(row)
        if kind == "reasoning" and not led_on:
            writer.begin(index)
            writer.lose("reasoning", "nothing that it led to follows")
            continue
        if kind != "reasoning":
            of_model = kind != "output" and row.get("role", "assistant") == "assistant"
            led_on = of_model
        kept.append((index, row))
    return kept[::-1]


def _body(
    conversation: Conversation, settings: _Row, rows: list[object], writer: Writer
) -> dict[str, object]:
    written = conversation.written
    form = written if isinstance(written, BodyForm) and written.codec == CODEC else None
    fields = {**settings, "input": _as_text(conversation, rows, form)}
    if not rows and form is not None and "input" not in form.keys:
        del fields["input"]
    if conversation.tools is not None:
        losses: list[Loss] = writer.losses
        limit = writer.profile.tool_name_length
        tools = (
            write_tool(one, number, limit, losses) for number, one in enumerate(conversation.tools)
        )
        fields["tools"] = [row for row in tools if row is not None]
    return fields if form is None else arrange(fields, form.keys, form.nulls)


def _as_text(conversation: Conversation, rows: list[object], form: BodyForm | None) -> object:
    """Write a single plain text as it was read, without an item around it."""
    if form is None or not form.one_text or len(rows) != 1:
        return rows
    last = conversation.messages[-1]
    row = rows[0]
    if type(last) is not User or not isinstance(row, dict) or last.extras:
        return rows
    content = row.get("content")
    return content if isinstance(content, str) and set(row) <= {"type", "role", "content"} else rows
