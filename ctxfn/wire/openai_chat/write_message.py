"""Write one message: plain ones at once, others field by field."""

from __future__ import annotations

from typing import assert_never

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Audio,
    Card,
    Message,
    Node,
    Part,
    Reasoning,
    Refusal,
    System,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.openai_chat.facts import NOTHING
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_chat.write_calls import write_calls
from ctxfn.wire.openai_chat.write_parts import ABSENT, write_content
from ctxfn.wire.openai_chat.write_plain import write_plain
from ctxfn.wire.openai_chat.write_thoughts import lose_seals, thoughts_apart, write_with_thoughts
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import REASONING_KEYS, Form

__all__ = ["Node", "write_message"]

_Row = dict[str, object]


def write_message(node: Node, writer: Writer) -> _Row | None:
    """Write *node*, or nothing and a loss if the format has no such message.

    Complexity: O(size of *node*).
    """
    plain = write_plain(node)
    if plain is not None:
        return plain
    if not isinstance(node, System | User | Assistant | ToolResult):
        _lose_card(node, writer)
        return None
    form = writer.form_of(node)
    spare: _Row = {}
    if _has_more(node):
        spare = _spare(node, writer)
    if node.blocks:
        writer.lose_blocks(node)
    row = _write_fields(node, form, writer)
    row.update(spare)
    return row if form is None else _arranged(row, form)


def _has_more(node: Message) -> bool:
    """Say whether anything is known of *node* beyond what it says."""
    known = node.extras or node.id is not None or node.origin is not NOWHERE or node.marks
    return bool(known) or (isinstance(node, Assistant) and node.usage is not None)


def _lose_card(node: Card, writer: Writer) -> None:
    if isinstance(node, Unknown):
        writer.lose("role", f"the role {node.role!r}, which the format does not have")
    else:
        writer.lose("", f"a card ({node.role!r}); flatten it first")


def _write_fields(node: Message, form: Form | None, writer: Writer) -> _Row:
    match node:
        case User():
            return _write_said("user", node, form, writer)
        case Assistant():
            return _write_assistant(node, form, writer)
        case ToolResult():
            return _write_result(node, form, writer)
        case System():
            return _write_said("developer" if node.developer else "system", node, form, writer)
        case _:
            assert_never(node)


def _write_said(role: str, node: System | User, form: Form | None, writer: Writer) -> _Row:
    row: _Row = {"role": role}
    if node.name is not None:
        row["name"] = node.name
    _put_content(row, node.parts, form, "", writer)
    return row


def _write_assistant(node: Assistant, form: Form | None, writer: Writer) -> _Row:
    row: _Row = {"role": "assistant"}
    if node.name is not None:
        row["name"] = node.name
    parts, beside = _take_beside(node.parts, form, writer)
    empty = writer.dialect.silence if node.calls else ""
    inside, outside = thoughts_apart(node.reasoning, form, writer)
    if inside:
        row["content"] = write_with_thoughts(parts, inside, form, writer) or empty
    else:
        _put_content(row, parts, form, empty, writer)
    if outside:
        _put_reasoning(row, outside, form, writer)
    row.update(beside)
    rows, single = write_calls(node.calls, None if form is None else form.calls, writer)
    if rows or _was_empty(form):
        row["tool_calls"] = rows
    if single is not None:
        row["function_call"] = single
    return row


def _was_empty(form: Form | None) -> bool:
    """Say whether an empty list of calls was read."""
    if form is None or form.calls is None or "tool_calls" in form.nulls:
        return False
    old = all(one is not None and one.kind == "function_call" for one in form.calls)
    return old and "tool_calls" in form.keys


def _write_result(node: ToolResult, form: Form | None, writer: Writer) -> _Row:
    if node.kind == "function_call":
        row: _Row = {"role": "function"}
    else:
        row = {"role": "tool", "tool_call_id": node.call_id}
        if not node.call_id and form is not None and "tool_call_id" not in form.keys:
            del row["tool_call_id"]
    if node.tool is not None:
        row["name"] = spelled(node.tool, writer.profile.tool_name_length)
    _put_content(row, node.parts, form, "", writer)
    if node.error is not None and not node.extras:
        writer.lose("error", "a result here has words only: its error is not among them")
    if node.state is not None:
        writer.lose("state", "a result here has words only: its state is not among them")
    return row


def _put_content(
    row: _Row, parts: tuple[Part, ...], form: Form | None, empty: str | None, writer: Writer
) -> None:
    content = write_content(parts, form, empty, writer)
    if content is not ABSENT:
        row["content"] = content


def _take_beside(
    parts: tuple[Part, ...], form: Form | None, writer: Writer
) -> tuple[tuple[Part, ...], _Row]:
    """Take off the end of *parts* what stands beside the content: a refusal, a spoken answer."""
    beside: _Row = {}
    if not parts:
        return parts, beside
    last = parts[-1]
    if isinstance(last, Audio) and last.file_id is not None and last.data is None:
        beside["audio"] = {"id": last.file_id, **writer.spare(last.extras)}
        parts = parts[:-1]
    written = form is not None and "refusal" in form.keys and "refusal" not in form.nulls
    last = parts[-1] if parts else last
    if written and parts and isinstance(last, Refusal) and not last.extras:
        beside = {"refusal": last.text, **beside}
        parts = parts[:-1]
    return parts, beside


def _put_reasoning(
    row: _Row, reasoning: tuple[Reasoning, ...], form: Form | None, writer: Writer
) -> None:
    read = () if form is None else form.keys
    keys = [key for key in read if key in REASONING_KEYS and key not in _nulls(form)]
    if len(keys) != len(reasoning):
        keys = [writer.profile.reasoning_key]
        text = "\n\n".join(one.text for one in reasoning)
        if len(reasoning) > 1:
            writer.lose("reasoning", f"{len(reasoning)} pieces of reasoning, written as one")
        row[keys[0]] = text
    else:
        row.update(zip(keys, (one.text for one in reasoning), strict=True))
    for number, one in enumerate(reasoning):
        lose_seals(one, f"reasoning[{number}]", writer)
        writer.spare(one.extras)


def _nulls(form: Form | None) -> tuple[str, ...]:
    return () if form is None else form.nulls


def _spare(node: System | User | Assistant | ToolResult, writer: Writer) -> _Row:
    """Take the keys this codec carried, and count what they do not say of a store's knowledge."""
    spare = writer.spare(node.extras)
    wire_role = "tool" if isinstance(node, ToolResult) else node.role
    facts = writer.facts(spare, wire_role) if spare else NOTHING
    writer.leave_stored(node, facts)
    if isinstance(node, ToolResult) and node.extras and node.error != facts.error:
        writer.lose("error", "a result here has words only: its error is not among them")
    return spare


def _arranged(row: _Row, form: Form) -> _Row:
    keys = tuple(row)
    if keys == form.keys:
        return row
    ordered = {key: row.get(key) for key in form.keys if key in row or key in form.nulls}
    ordered.update(row)
    return ordered
