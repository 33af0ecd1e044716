"""Read a list of items: a model's items in a row become one answer, all others messages."""

from __future__ import annotations

from typing import NoReturn

from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    InvalidMessages,
    Node,
    Part,
    Reasoning,
    System,
)
from ctxfn.wire.openai_chat.reader import name_of
from ctxfn.wire.openai_responses.items import Run, kind_of
from ctxfn.wire.openai_responses.read_items import (
    Said,
    read_call,
    read_kept,
    read_reasoning,
    read_result,
    read_said,
    said_node,
)
from ctxfn.wire.openai_responses.reader import Reader
from ctxfn.wire.openai_responses.written import CODEC, Form, Piece, PieceKind

__all__ = ["read_rows"]

_SYSTEMS = ("system", "developer")


def read_rows(rows: list[object] | tuple[object, ...], reader: Reader, first: int) -> list[Node]:
    """Read *rows*, of which the first message will be number *first*.

    Contract:
        While it runs, and if it fails, `reader.index` is the message and `reader.path` the
        place of the item it is at.

    Complexity: O(size of *rows*).

    Raises:
        InvalidMessages: something among them is no object.
    """
    nodes: list[Node] = []
    answer = _Answer()
    for number, row in enumerate(rows):
        waiting = 0 if answer.run.empty else 1
        reader.index, reader.path = first + len(nodes) + waiting, f"input[{number}]"
        if not isinstance(row, dict):
            _refuse(row, reader)
        kind = kind_of(row)
        said = read_said(row, reader) if kind == "message" else None
        if _is_the_models(kind, row, said):
            if answer.run.breaks(kind):
                nodes.append(answer.message())
                answer = _Answer()
            answer.add(kind, row, said, reader)
            continue
        if not answer.run.empty:
            nodes.append(answer.message())
            answer = _Answer()
        nodes.append(_read_other(row, said, reader))
    if not answer.run.empty:
        nodes.append(answer.message())
    reader.index, reader.path = None, ""
    return nodes


def _is_the_models(kind: PieceKind, row: dict[str, object], said: Said | None) -> bool:
    if kind == "output":
        return False
    if said is not None:
        return said.role == "assistant"
    # Items that a model or its tools make are theirs, whatever role somebody gave them.
    made = str(row.get("type")).endswith(("_call", "_output", "_reference"))
    return kind != "item" or made or row.get("role") not in _SYSTEMS


def _read_other(row: dict[str, object], said: Said | None, reader: Reader) -> Node:
    if said is not None:
        return said_node(said, reader)
    if kind_of(row) == "output":
        return read_result(row, reader)
    part, piece = read_kept(row, reader)
    newer = row["role"] == "developer"
    return System((part,), developer=newer, written=Form(CODEC, (piece,)))


def _refuse(row: object, reader: Reader) -> NoReturn:
    hint = "Records of a client library have a method that makes them dicts"
    expected = "an item (a dict with a role or a type)"
    raise InvalidMessages(reader.index, reader.path, name_of(row), expected, hint)


class _Answer:
    """One answer of a model, item by item."""

    __slots__ = ("_calls", "_extras", "_id", "_parts", "_pieces", "_reasoning", "run")

    def __init__(self) -> None:
        self.run = Run()
        self._parts: list[Part] = []
        self._calls: list[Call] = []
        self._reasoning: list[Reasoning] = []
        self._pieces: list[Piece] = []
        self._id: str | None = None
        self._extras: Extras = ()

    def add(
        self, kind: PieceKind, row: dict[str, object], said: Said | None, reader: Reader
    ) -> None:
        """Read *row* and add it; a message has been read already, to know its role."""
        self.run.take(kind)
        if said is not None:
            self._parts += said.parts
            self._id, self._extras = said.id, said.extras
            self._pieces.append(said.piece)
        elif kind == "reasoning":
            reasoning, piece = read_reasoning(row, reader)
            self._reasoning.append(reasoning)
            self._pieces.append(piece)
        elif kind == "call":
            call, piece = read_call(row, reader)
            self._calls.append(call)
            self._pieces.append(piece)
        else:
            part, piece = read_kept(row, reader)
            self._parts.append(part)
            self._pieces.append(piece)

    def message(self) -> Assistant:
        """Return all that was added as one message."""
        return Assistant(
            tuple(self._parts),
            self._id,
            tuple(self._calls),
            tuple(self._reasoning),
            extras=self._extras,
            written=Form(CODEC, tuple(self._pieces)),
        )
