"""Read one content, or the field for the system text: one or more messages."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    Node,
    Part,
    Reasoning,
    System,
    Text,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.gemini.answers import words_of
from ctxfn.wire.gemini.read_parts import Answer, Item, Side, read_part
from ctxfn.wire.gemini.reader import Reader, Row
from ctxfn.wire.gemini.spelling import split
from ctxfn.wire.gemini.written import CODEC, Form, Layout, PartsForm
from ctxfn.wire.openai_chat.reader import name_of

__all__ = ["read_content", "read_system"]

#: The words for roles, and who is meant; those the API refuses are problems.
_SIDES: Final = {"user": "user", "function": "user", "model": "model"}
_REFUSED: Final = {
    "assistant": "model",
    "tool": "user",
    "system": "system",
    "developer": "system",
}


class _Content(NamedTuple):
    """A content being read: its parts with their layouts, the form of its first message."""

    items: tuple[tuple[Item, Layout | None], ...]
    form: Form
    spare: Row


def read_content(row: Row, reader: Reader, index: int) -> list[Node]:
    """Read the content *row*, whose first message gets *index*.

    Contract:
        Each result is a message; so is what stands before, between and behind them. What a
        model says is one message.

    Complexity: O(size of *row*).
    """
    reader.index = index
    role = row.get("role")
    said = _side_of(role, reader)
    if said == "model":
        return [_answer(_parts_of(row, "model", reader), reader)]
    reader.pending.end_batch()
    content = _parts_of(row, "user", reader)
    if said == "system":
        return [_system(content, reader, developer=role == "developer")]
    if said is None:
        parts = _only_parts(content, reader)
        return [Unknown(str(role), parts, extras=reader.extras(content.spare))]
    return _said(content, reader, index)


def read_system(value: object, reader: Reader) -> Node:
    """Read the field for the system text: a content, or a bare text."""
    reader.index = 0
    if isinstance(value, str):
        return System((Text(value),), written=Form(CODEC, "system", -1, (), None, "text"))
    if not isinstance(value, dict):
        row: Row = {"parts": value}
        reader.odd("systemInstruction", f"found {name_of(value)}, read as its parts")
    else:
        row = value
    return _system(_parts_of(row, "user", reader, place="systemInstruction"), reader)


def _side_of(role: object, reader: Reader) -> str | None:
    if role is None:
        return "user"
    if not isinstance(role, str):
        reader.odd("role", f"found {name_of(role)}, read as a user's")
        return "user"
    if role in _SIDES:
        return _SIDES[role]
    side = _REFUSED.get(role)
    if side is None:
        reader.odd("role", f"found {name_of(role)}, a role the format does not have")
    else:
        reader.odd("role", f"found {name_of(role)}, read as a {side}'s")
    return side


def _parts_of(row: Row, side: Side, reader: Reader, *, place: str = "content") -> _Content:
    found, spare = split(row, ("role", "parts"))
    value = found.get("parts")
    where = "parts" if place == "content" else f"{place}.parts"
    rows: list[object] = []
    form: PartsForm = "list"
    if isinstance(value, list | tuple):
        rows = list(value)
    elif isinstance(value, dict):
        rows, form = [value], "part"
        reader.odd(where, "found a part without a list around it, read as a list of one")
    elif "parts" in found:
        form = "value"
        if value is not None:
            reader.odd(where, f"found {name_of(value)}, kept as it is")
            spare["parts"] = value
    items: list[tuple[Item, Layout | None]] = []
    for number, one in enumerate(rows):
        path = f"{where}[{number}]" if form == "list" else where
        if one is None:
            reader.odd(path, "found null, left out")
            continue
        items.append(read_part(one, side, path, reader))
    role = found.get("role")
    written = role if isinstance(role, str) else None
    if role is not None and written is None:
        spare["role"] = role
    kind = "content" if place == "content" else "system"
    made = Form(CODEC, kind, reader.number, tuple(row), written, form)  # type: ignore[arg-type]
    return _Content(tuple(items), made, spare)


def _answer(content: _Content, reader: Reader) -> Node:
    calls: list[Call] = []
    thoughts: list[Reasoning] = []
    parts: list[Part] = []
    order = ""
    for item, _ in content.items:
        if isinstance(item, Call):
            calls.append(item)
            order += "c"
        elif isinstance(item, Reasoning):
            thoughts.append(item)
            order += "t"
        elif not isinstance(item, Answer):
            parts.append(item)
            order += "p"
    layouts = tuple(layout for _, layout in content.items)
    return Assistant(
        tuple(parts),
        None,
        tuple(calls),
        tuple(thoughts),
        extras=reader.extras(content.spare),
        written=content.form._replace(layouts=layouts, order=order),
    )


def _only_parts(content: _Content, reader: Reader) -> tuple[Part, ...]:
    """Take the parts that are no results, which cannot stand there."""
    parts: list[Part] = []
    for number, (item, _) in enumerate(content.items):
        if isinstance(item, Reasoning | Call | Answer):
            reader.odd(f"parts[{number}].functionResponse", "found a result, left out")
        else:
            parts.append(item)
    return tuple(parts)


def _system(content: _Content, reader: Reader, *, developer: bool = False) -> Node:
    parts = _only_parts(content, reader)
    layouts = tuple(layout for item, layout in content.items if not isinstance(item, Answer))
    form = content.form
    written = form._replace(layouts=layouts) if form.place == "system" else None
    extras = reader.extras(content.spare)
    return System(parts, developer=developer, extras=extras, written=written)


def _said(content: _Content, reader: Reader, index: int) -> list[Node]:
    nodes: list[Node] = []
    words: list[tuple[Part, Layout | None]] = []
    extras: Row = content.spare
    form = content.form

    def end_words() -> None:
        nonlocal form, extras
        if words:
            laid_out = tuple(layout for _, layout in words)
            parts = tuple(part for part, _ in words)
            written = form._replace(layouts=laid_out)
            nodes.append(User(parts, extras=reader.extras(extras), written=written))
            form, extras = _joined(form), {}
            words.clear()

    for item, layout in content.items:
        if isinstance(item, Answer):
            end_words()
            reader.index = index + len(nodes)
            nodes.append(_result(item, layout, form, extras, reader))
            form, extras = _joined(form), {}
        elif not isinstance(item, Reasoning | Call):
            words.append((item, layout))
    end_words()
    return nodes or [User((), extras=reader.extras(extras), written=form)]


def _joined(form: Form) -> Form:
    return form._replace(place="joined", keys=(), parts="list")


def _result(
    answer: Answer, layout: Layout | None, form: Form, spare: Row, reader: Reader
) -> ToolResult:
    pending = reader.pending
    call_id = pending.answered(answer.name) if answer.call_id is None else answer.call_id
    pending.close(call_id)
    words = "" if answer.response is None else words_of(answer.response.shared())
    kept = dict(spare)
    if answer.spare:
        kept["parts"] = answer.spare
    extras: Extras = reader.extras(kept)
    written = form._replace(layouts=answer.layouts, result=layout, response=answer.response)
    parts: tuple[Part, ...] = (*((Text(words),) if words else ()), *answer.parts)
    return ToolResult(parts, call_id=call_id, tool=answer.name, extras=extras, written=written)
