"""Read one message of the list: an answer, what a person says, results, or the system's words."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    Part,
    Reasoning,
    System,
    Text,
    ToolError,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.bedrock.read_blocks import Answer, Item, Side, read_blocks
from ctxfn.wire.bedrock.reader import Reader, Row, others
from ctxfn.wire.bedrock.written import CODEC, ContentForm, Form, Layout
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, facts_of, stored_in
from ctxfn.wire.values import name_of

__all__ = ["read_message", "read_system"]

_Read: TypeAlias = list[tuple[Item, Layout | None]]
_SIDES: Final[dict[object, Side]] = {"user": "user", "assistant": "model", "system": "system"}


class _Message(NamedTuple):
    """A message being read: its blocks, how it was written, what stands beside them."""

    blocks: _Read
    form: Form
    spare: Row
    facts: Facts


def read_message(row: Row, reader: Reader) -> list[Node]:
    """Read the message *row*: one record, or several if it holds results of tools.

    Contract:
        Each result is a record, and so is each stretch of what is said before, between or
        behind them; all of these remember that they stood in one message. What the message
        carries beside its content is the first one's.

    Complexity: O(size of *row*).
    """
    role = row.get("role")
    side = _SIDES.get(role if isinstance(role, str) else None)
    message = _read(row, side, reader)
    if side == "model":
        return [_answer(message, reader)]
    if side == "user":
        return _said(message, reader)
    parts, layouts = _only_parts(message.blocks)
    form, facts = message.form._replace(layouts=layouts), message.facts
    extras = reader.extras(message.spare)
    if side == "system":
        return [System(parts, facts.id, None, False, (), facts.marks, facts.origin, extras, form)]
    reader.odd("role", f"found {name_of(role)}, a role the format does not have")
    said = role if isinstance(role, str) else "" if role is None else reader.keep(role).text
    return [Unknown(said, parts, facts.id, (), facts.marks, facts.origin, extras, form)]


def read_system(value: list[object] | tuple[object, ...], reader: Reader) -> System:
    """Read the request's field ``system``, a list of blocks."""
    parts, layouts = _only_parts(read_blocks(value, "system", "system", reader))
    return System(parts, written=Form(CODEC, "field", (), layouts=layouts))


def _read(row: Row, side: Side | None, reader: Reader) -> _Message:
    spare: Row = {}
    facts = NOTHING
    if len(row) > 2:
        spare = others(row, "role", "content")
        facts = facts_of(spare, stored_in(tuple(spare)), str(row.get("role")))
    content = row.get("content")
    kind: ContentForm = "list"
    blocks: _Read = []
    if isinstance(content, list | tuple):
        blocks = read_blocks(content, side or "user", "content", reader)
    elif isinstance(content, str):
        kind = "text"
        reader.odd("content", "found a bare text, read as a block")
        blocks = [(Text(content), None)]
    elif "content" in row:
        kind = "value"
        spare["content"] = content
        reader.odd("content", f"found {name_of(content)}, kept as it is")
    else:
        kind = "absent"
        reader.odd("content", "found nothing, read as no words")
    return _Message(blocks, Form(CODEC, "row", tuple(row), kind), spare, facts)


def _only_parts(blocks: _Read) -> tuple[tuple[Part, ...], tuple[Layout | None, ...]]:
    """Take the parts; neither a call nor a result is read outside its own role."""
    kept = [(one, way) for one, way in blocks if not isinstance(one, Reasoning | Call | Answer)]
    return tuple(one for one, _ in kept), tuple(way for _, way in kept)


def _answer(message: _Message, reader: Reader) -> Node:
    items = [item for item, _ in message.blocks]
    form, facts = message.form, message.facts
    letters = {Call: "c", Reasoning: "t"}
    return Assistant(
        tuple(one for one in items if not isinstance(one, Reasoning | Call | Answer)),
        facts.id,
        tuple(one for one in items if isinstance(one, Call)),
        tuple(one for one in items if isinstance(one, Reasoning)),
        facts.usage,
        None,
        (),
        facts.marks,
        facts.origin,
        reader.extras(message.spare),
        form._replace(
            layouts=tuple(layout for _, layout in message.blocks),
            order="".join(letters.get(type(one), "p") for one in items),
        ),
    )


def _said(message: _Message, reader: Reader) -> list[Node]:
    """Read what is no model's: each result is a record, and so is what is said around them."""
    nodes: list[Node] = []
    words: _Read = []
    for item, layout in message.blocks:
        if not isinstance(item, Answer):
            words.append((item, layout))
            continue
        if words:
            nodes.append(_words(words, message, reader, joined=bool(nodes)))
            words = []
        nodes.append(_result(item, layout, message, reader, joined=bool(nodes)))
    if words or not nodes:
        nodes.append(_words(words, message, reader, joined=bool(nodes)))
    return nodes


def _words(words: _Read, message: _Message, reader: Reader, *, joined: bool) -> Node:
    parts, layouts = _only_parts(words)
    if joined:
        return User(parts, written=Form(CODEC, "joined", layouts=layouts))
    facts, form = message.facts, message.form._replace(layouts=layouts)
    extras = reader.extras(message.spare)
    return User(parts, facts.id, None, (), facts.marks, facts.origin, extras, form)


def _result(
    answer: Answer, layout: Layout | None, message: _Message, reader: Reader, *, joined: bool
) -> Node:
    if not joined and answer.spare and "toolResult" in message.spare:
        reader.odd("toolResult", "found beside a result that has other keys, left out")
    facts = NOTHING if joined else message.facts
    form = Form(CODEC, "joined") if joined else message.form
    spare = _apart(answer.spare) if joined else {**message.spare, **_apart(answer.spare)}
    return ToolResult(
        answer.parts,
        facts.id,
        answer.call_id,
        None,
        ToolError() if answer.failed else None,
        marks=facts.marks,
        origin=facts.origin,
        extras=reader.extras(spare),
        written=form._replace(layouts=answer.layouts, result=layout),
    )


def _apart(spare: Row) -> Row:
    """Put what a result's block carries under its own key, apart from what its message does."""
    return {"toolResult": spare} if spare else {}
