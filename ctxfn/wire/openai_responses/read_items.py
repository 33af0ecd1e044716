"""Read single items: messages, reasoning, calls, and what came of calls."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.messages import (
    Call,
    Extras,
    Node,
    Opaque,
    Part,
    Reasoning,
    System,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.openai_chat.reader import name_of
from ctxfn.wire.openai_responses.items import CALL_TYPES, OUTPUT_TYPES
from ctxfn.wire.openai_responses.read_parts import Content, read_content
from ctxfn.wire.openai_responses.reader import Reader, Row
from ctxfn.wire.openai_responses.written import CODEC, Form, Piece, PieceKind

__all__ = [
    "Said",
    "read_call",
    "read_kept",
    "read_reasoning",
    "read_result",
    "read_said",
    "said_node",
    "text_of",
    "usual_summary",
]


class Said(NamedTuple):
    """A message item: of whom, what, and what else is known of it."""

    role: str
    parts: tuple[Part, ...]
    id: str | None
    extras: Extras
    piece: Piece


def read_said(value: dict[str, object], reader: Reader) -> Said:
    """Read a message item."""
    row = Row(value, "", reader)
    row.null("type")
    said = row.take("type")
    if not isinstance(said, str | None):
        reader.odd("type", f"found {name_of(said)}, read as a message")
    role = row.take("role")
    if not isinstance(role, str):
        reader.odd("role", f"found {name_of(role)}, read as an unknown role")
        role = "" if role is None else reader.keep(role).text
    content = read_content(row, "content")
    own_id = row.text("id")
    # An answer with an id was completed, unless it says otherwise.
    if own_id is not None and value.get("status") == "completed" and role == "assistant":
        row.take("status")
    return Said(role, content.parts, own_id, row.extras(), _piece("message", row, content))


def said_node(said: Said, reader: Reader) -> Node:
    """Make a message of *said*, which no model said."""
    written = Form(CODEC, (said.piece,))
    if said.role == "user":
        return User(said.parts, said.id, extras=said.extras, written=written)
    if said.role in ("system", "developer"):
        newer = said.role == "developer"
        return System(said.parts, said.id, developer=newer, extras=said.extras, written=written)
    reader.odd("role", f"found the role {said.role!r}, which the format does not have")
    return Unknown(said.role, said.parts, said.id, extras=said.extras, written=written)


def read_kept(value: dict[str, object], reader: Reader) -> tuple[Opaque, Piece]:
    """Keep an item whole whose type nobody here takes apart."""
    return Opaque(CODEC, reader.keep(value)), Piece("item")


def read_result(value: dict[str, object], reader: Reader) -> ToolResult:
    """Read what came of a call."""
    row = Row(value, "", reader)
    kind = OUTPUT_TYPES[str(row.take("type"))]
    call_id = row.needed("call_id", "the result of no call")
    content = read_content(row, "output")
    if content.form in ("null", "absent"):
        reader.odd("output", "found nothing, read as an empty text")
    own_id = row.text("id")
    return ToolResult(
        content.parts,
        own_id,
        call_id,
        kind=kind,
        extras=row.extras(),
        written=Form(CODEC, (_piece("output", row, content),)),
    )


def read_call(value: dict[str, object], reader: Reader) -> tuple[Call, Piece]:
    """Read a call of a function or a custom tool; its own id stays with the spare keys."""
    row = Row(value, "", reader)
    kind, word = CALL_TYPES[str(row.take("type"))]
    call_id = row.needed("call_id", "no id")
    name = row.needed("name", "no name")
    said = row.take(word)
    if isinstance(said, str):
        arguments = said
    elif said is None:
        reader.odd(word, "found nothing, read as no arguments")
        arguments = "{}"
    else:
        reader.odd(word, f"found {name_of(said)}, read as the text of its JSON")
        arguments = reader.json(said)
    call = Call(call_id, name, arguments, kind=kind, extras=row.extras())
    return call, Piece("call", row.keys, row.nulls)


def read_reasoning(value: dict[str, object], reader: Reader) -> tuple[Reasoning, Piece]:
    """Read a reasoning item.

    Contract:
        Its text is that of the summary, or else of the content. It has extras of this codec,
        empty ones at least: that tells it from what another model thought.
    """
    row = Row(value, "", reader)
    row.take("type")
    sealed = row.text("encrypted_content")
    text = text_of(value)
    if value.get("summary") is None:
        found = "null" if "summary" in value else "nothing"
        reader.odd("summary", f"found {found}, read as an empty list")
        row.take("summary")
    elif _is_usual(value["summary"], usual_summary(value.get("content"), text)):
        row.take("summary")
    reasoning = Reasoning(text, sealed=sealed, extras=((CODEC, reader.keep(row.spare())),))
    return reasoning, Piece("reasoning", row.keys, row.nulls)


def text_of(item: dict[str, object]) -> str:
    """Join the readable texts of a reasoning item.

    Examples:
        >>> text_of({"summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]})
        'Hm.'
    """
    for key in ("summary", "content"):
        pieces = item.get(key)
        texts = [
            one["text"]
            for one in (pieces if isinstance(pieces, list | tuple) else ())
            if isinstance(one, dict) and isinstance(one.get("text"), str)
        ]
        if texts:
            return _PARAGRAPH.join(texts)
    return ""


def usual_summary(content: object, text: str) -> list[object]:
    """Write *text* as the summary of a reasoning item, unless its *content* says it already."""
    return [] if text_of({"content": content}) == text else [{"type": "summary_text", "text": text}]


def _is_usual(summary: object, usual: list[object]) -> bool:
    """Say whether *summary* is the *usual* one, the order of keys included."""
    if summary != usual or not isinstance(summary, list):
        return False
    return all(list(one) == ["type", "text"] for one in summary)


_PARAGRAPH: Final = "\n\n"


def _piece(kind: PieceKind, row: Row, content: Content) -> Piece:
    return Piece(kind, row.keys, row.nulls, content.form, content.layouts)
