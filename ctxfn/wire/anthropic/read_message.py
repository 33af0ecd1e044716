"""Read one message of the list: an answer, what a person says, results, or the system's words."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    Reasoning,
    System,
    ToolError,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.anthropic.read_parts import Content, Item, read_content, read_part
from ctxfn.wire.anthropic.reader import Reader, Row
from ctxfn.wire.anthropic.written import CODEC, Form, Layout
from ctxfn.wire.openai_chat.facts import NOTHING, Facts, facts_of, stored_in
from ctxfn.wire.openai_chat.reader import name_of

__all__ = ["read_message", "read_system"]

_TAKEN: Final = ("role", "content")
_OF_RESULT: Final = ("type", "tool_use_id", "content", "is_error")


def read_message(row: Row, reader: Reader) -> list[Node]:
    """Read the message *row*: one record, or several if it holds results of tools.

    Contract:
        Each result is a record, and so is each stretch of what is said before, between or
        behind them; all of these remember that they stood in one message. What the message
        carries beside its content is the first one's.

    Complexity: O(size of *row*).
    """
    role = row.get("role")
    if role == "assistant":
        return [_read_answer(row, reader)]
    content = row.get("content")
    if role == "user" and isinstance(content, list | tuple) and any(map(_is_result, content)):
        return _read_mixed(row, content, reader)
    read = read_content(row, reader)
    spare, facts = _beside(row)
    extras, form = reader.extras(spare), _row_form(row, read)
    if role == "user":
        return [
            User(read.parts, facts.id, None, (), facts.marks, facts.origin, extras, form),
        ]
    if role == "system":
        return [
            System(read.parts, facts.id, None, False, (), facts.marks, facts.origin, extras, form)
        ]
    reader.odd("role", f"found {name_of(role)}, a role the format does not have")
    said = role if isinstance(role, str) else "" if role is None else reader.keep(role).text
    return [Unknown(said, read.parts, facts.id, (), facts.marks, facts.origin, extras, form)]


def read_system(value: object, reader: Reader) -> System:
    """Read the request's field ``system``, a text or a list of blocks."""
    read = read_content({"content": value}, reader)
    form = Form(CODEC, "field", (), read.form, read.layouts, value=read.value)
    return System(read.parts, written=form)


def _row_form(row: Row, read: Content, order: str = "") -> Form:
    return Form(CODEC, "row", tuple(row), read.form, read.layouts, order, value=read.value)


def _beside(row: Row, role: str = "") -> tuple[Row, Facts]:
    if len(row) == 2:
        return {}, NOTHING
    spare = {key: one for key, one in row.items() if key not in _TAKEN}
    return spare, facts_of(spare, stored_in(tuple(spare)), role) if spare else NOTHING


def _read_answer(row: Row, reader: Reader) -> Assistant:
    read = read_content(row, reader, answer=True)
    spare, facts = _beside(row, "assistant")
    calls = tuple(one for one in read.items if isinstance(one, Call))
    thoughts = tuple(one for one in read.items if isinstance(one, Reasoning))
    return Assistant(
        read.parts if calls or thoughts else read.items,  # type: ignore[arg-type]
        facts.id,
        calls,
        thoughts,
        facts.usage,
        None,
        (),
        facts.marks,
        facts.origin,
        reader.extras(spare),
        _row_form(row, read, "".join(map(_letter, read.items))),
    )


def _letter(item: Item) -> str:
    return "c" if isinstance(item, Call) else "t" if isinstance(item, Reasoning) else "p"


def _is_result(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_result"


def _read_mixed(row: Row, content: list[object] | tuple[object, ...], reader: Reader) -> list[Node]:
    """Read a message that holds results: each is a record, and so is what is said around them."""
    spare, facts = _beside(row)
    nodes: list[Node] = []
    said: list[tuple[Item, Layout | None]] = []
    for number, block in enumerate(content):
        path = f"content[{number}]"
        if isinstance(block, dict) and _is_result(block):
            if said:
                nodes.append(_said(said, row, spare, facts, reader, joined=bool(nodes)))
                said = []
            nodes.append(_read_result(block, path, row, spare, facts, reader, bool(nodes)))
        elif block is None:
            reader.odd(path, "found null, left out")
        else:
            said.append(read_part(block, path, reader))
    if said:
        nodes.append(_said(said, row, spare, facts, reader, joined=bool(nodes)))
    return nodes


def _said(
    said: list[tuple[Item, Layout | None]],
    row: Row,
    spare: Row,
    facts: Facts,
    reader: Reader,
    *,
    joined: bool,
) -> User:
    read = Content(tuple(item for item, _ in said), "list", tuple(layout for _, layout in said))
    if joined:
        return User(read.parts, written=Form(CODEC, "joined", (), "list", read.layouts))
    extras = reader.extras(spare)
    form = _row_form(row, read)
    return User(read.parts, facts.id, None, (), facts.marks, facts.origin, extras, form)


def _read_result(
    block: Row, path: str, row: Row, spare: Row, facts: Facts, reader: Reader, joined: bool
) -> ToolResult:
    inner = _inner(block, path, reader)
    nulls = tuple(key for key in ("is_error", "content") if key in block and block[key] is None)
    kept = {key: one for key, one in block.items() if key not in _OF_RESULT}
    failed = block.get("is_error")
    if not isinstance(failed, bool | None):
        kept["is_error"] = failed
        nulls += ("is_error",)
        reader.odd(f"{path}.is_error", f"found {name_of(failed)}, kept as it is")
    for key in () if joined else spare:
        if key in kept:
            reader.odd(key, "found beside a result that has the same key, left out")
    call_id = reader.text(
        block.get("tool_use_id"), f"{path}.tool_use_id", "read as the result of no call"
    )
    told = NOTHING if joined else facts
    keys = () if joined else tuple(row)
    layout = reader.layout("tool_result", block)
    form = Form(CODEC, "joined" if joined else "row", keys, inner.form, inner.layouts, "", layout)
    return ToolResult(
        inner.parts,
        told.id,
        call_id,
        None,
        ToolError() if failed is True else None,
        marks=told.marks,
        origin=told.origin,
        extras=reader.extras(kept if joined else {**spare, **kept}),
        written=form._replace(nulls=nulls, value=inner.value),
    )


def _inner(block: Row, path: str, reader: Reader) -> Content:
    """Read what a result holds; nothing at all is allowed there."""
    if block.get("content") is None:
        return Content((), "null" if "content" in block else "absent")
    before = len(reader.problems)
    read = read_content(block, reader)
    reader.problems[before:] = [
        problem.__class__(problem.index, f"{path}.{problem.path}", problem.reason)
        for problem in reader.problems[before:]
    ]
    return read
