"""How items were written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node

__all__ = [
    "CODEC",
    "BodyForm",
    "ContentForm",
    "Form",
    "Layout",
    "Piece",
    "PieceKind",
    "arrange",
    "form_of",
    "without_reasoning",
]

CODEC: Final = "openai_responses"

#: Content (or output) as a text, ``null``, no key at all, or a list of parts.
ContentForm: TypeAlias = Literal["text", "null", "absent", "list"]

#: What a message or answer is made of. An ``item`` is kept whole: nobody here knows its type.
PieceKind: TypeAlias = Literal["message", "reasoning", "call", "output", "item"]


class Layout(NamedTuple):
    """The type and the keys of one part or tool in their order, and those of an object in it."""

    kind: str
    keys: tuple[str, ...]
    nulls: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()


class Piece(NamedTuple):
    """How one item was written."""

    kind: PieceKind
    keys: tuple[str, ...] = ()
    #: Keys we know whose value was ``null``.
    nulls: tuple[str, ...] = ()
    content: ContentForm = "text"
    parts: tuple[Layout | None, ...] = ()


class Form(NamedTuple):
    """The items one message was read from, in their order; encode follows it."""

    codec: str
    pieces: tuple[Piece, ...] = ()
    #: Where it stood: among the items, or in the body's own field for instructions.
    place: Literal["input", "instructions"] = "input"


class BodyForm(NamedTuple):
    """The keys of a body, those of them that were ``null``, and whether input was one text."""

    codec: str
    keys: tuple[str, ...]
    nulls: tuple[str, ...] = ()
    one_text: bool = False


def form_of(node: Node) -> Form | None:
    """Return how this codec found *node* written, or ``None`` if it did not read it.

    Contract:
        ``None`` as well once parts or calls have been changed.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.openai_responses.decode import decode
        >>> rows = [{"type": "message", "role": "user", "content": "hi"}]
        >>> form_of(decode(rows).messages[0]).pieces[0].keys
        ('type', 'role', 'content')
    """
    written = node.written
    return written if isinstance(written, Form) and written.codec == CODEC else None


def without_reasoning(form: Form | None, numbers: Collection[int]) -> Form | None:
    """Return *form* without the reasoning items with *numbers*, counted among themselves."""
    if form is None or not numbers:
        return form
    kept: list[Piece] = []
    number = -1
    for piece in form.pieces:
        number += piece.kind == "reasoning"
        if piece.kind != "reasoning" or number not in numbers:
            kept.append(piece)
    return form._replace(pieces=tuple(kept))


def arrange(
    row: dict[str, object], keys: tuple[str, ...], nulls: tuple[str, ...] = ()
) -> dict[str, object]:
    """Put *row* into the order of *keys*: one it lacks was ``null`` or is left out, new ones last."""
    if tuple(row) == keys:
        return row
    ordered = {key: row.get(key) for key in keys if key in row or key in nulls}
    ordered.update(row)
    return ordered
