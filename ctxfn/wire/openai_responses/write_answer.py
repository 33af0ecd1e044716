"""Take an answer apart into the items it was read from, or the usual ones in the usual order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from ctxfn.messages import Assistant, Call, Opaque, Part, Reasoning
from ctxfn.wire.openai_responses.items import is_item
from ctxfn.wire.openai_responses.write_items import write_call, write_reasoning, write_said
from ctxfn.wire.openai_responses.writer import Writer
from ctxfn.wire.openai_responses.written import CODEC, Form, Piece, PieceKind, form_of

__all__ = ["Planned", "planned_items", "write_answer"]

_Row = dict[str, object]
_Written: TypeAlias = tuple[PieceKind, _Row]


class Planned(NamedTuple):
    """One item to write: its kind, what of the answer it says, and how it was read."""

    kind: PieceKind
    said: Reasoning | Call | Opaque | tuple[Part, ...]
    number: int
    piece: Piece | None = None


def write_answer(node: Assistant, writer: Writer) -> list[_Written]:
    """Write the items of *node*, each with its kind.

    Contract:
        In the order they were read in; else reasoning, what was said, calls.

    Complexity: O(size of *node*).
    """
    # Ids of what a model made together refer to each other on the server.
    linked = bool(node.reasoning) and writer.profile.reasoning == "forbidden"
    written: list[_Written] = []
    said = False
    for one in planned_items(node):
        row = _write(one, node, writer, linked=linked, again=said)
        said |= one.kind == "message"
        if row is not None:
            written.append((one.kind, row))
    return written


def planned_items(node: Assistant) -> list[Planned]:
    """List the items that *node* becomes, in their order.

    Complexity: O(size of *node*).
    """
    form = form_of(node)
    planned = None if form is None else _as_read(node, form)
    return planned or list(_as_usual(node))


def _write(
    one: Planned, node: Assistant, writer: Writer, *, linked: bool, again: bool
) -> _Row | None:
    match one.said:
        case Reasoning():
            return write_reasoning(one.said, one.number, one.piece, writer)
        case Call():
            return write_call(one.said, one.number, one.piece, writer, linked=linked)
        case Opaque():
            return _write_kept(one.said, one.number, writer)
        case _:
            # The id and the spare keys are those of the first message.
            bare = Assistant() if again else node
            return write_said(bare, one.said, one.piece, writer, first=one.number, linked=linked)


def _write_kept(part: Opaque, number: int, writer: Writer) -> _Row | None:
    value = part.value.thaw()
    if not isinstance(value, dict):
        return None
    if writer.stateless and value.get("type") in (None, "item_reference"):
        writer.lose(f"parts[{number}]", "nothing to refer to where the server stores nothing")
        return None
    return value


def _as_read(node: Assistant, form: Form) -> list[Planned] | None:
    """Lay the pieces of *form* over *node*, or nothing if they do not fit."""
    kinds = [piece.kind for piece in form.pieces]
    speaking = len(node.parts) - kinds.count("item")
    fits = (
        kinds.count("reasoning") == len(node.reasoning)
        and kinds.count("call") == len(node.calls)
        and (speaking >= 0 if "message" in kinds else speaking == 0)
    )
    if not fits:
        return None
    planned: list[Planned] = []
    reasoning, calls = iter(enumerate(node.reasoning)), iter(enumerate(node.calls))
    at = 0
    for piece in form.pieces:
        if piece.kind == "reasoning":
            number, thought = next(reasoning)
            planned.append(Planned("reasoning", thought, number, piece))
        elif piece.kind == "call":
            number, call = next(calls)
            planned.append(Planned("call", call, number, piece))
        elif piece.kind == "item":
            part = node.parts[at]
            if not isinstance(part, Opaque) or part.codec != CODEC:
                return None
            planned.append(Planned("item", part, at, piece))
            at += 1
        else:
            planned.append(Planned("message", node.parts[at : at + speaking], at, piece))
            at += speaking
    return planned


def _as_usual(node: Assistant) -> Iterator[Planned]:
    for number, thought in enumerate(node.reasoning):
        yield Planned("reasoning", thought, number)
    start = 0
    for number, part in enumerate(node.parts):
        if isinstance(part, Opaque) and part.codec == CODEC and is_item(part.value.shared()):
            if start < number:
                yield Planned("message", node.parts[start:number], start)
            yield Planned("item", part, number)
            start = number + 1
    silent = not (node.parts or node.calls or node.reasoning)
    if start < len(node.parts) or silent:
        yield Planned("message", node.parts[start:], start)
    for number, call in enumerate(node.calls):
        yield Planned("call", call, number)
