"""Write one message: the items it becomes, each with its kind."""

from __future__ import annotations

from typing import TypeAlias

from ctxfn.messages import (
    Assistant,
    Node,
    Opaque,
    System,
    ToolResult,
    Unknown,
    User,
)
from ctxfn.wire.openai_responses.check_back import check_rows
from ctxfn.wire.openai_responses.items import kind_of
from ctxfn.wire.openai_responses.plain import is_plain
from ctxfn.wire.openai_responses.write_answer import write_answer
from ctxfn.wire.openai_responses.write_items import write_result, write_said
from ctxfn.wire.openai_responses.writer import Writer
from ctxfn.wire.openai_responses.written import CODEC, Piece, PieceKind, form_of

__all__ = ["write_node"]

_Items: TypeAlias = list[tuple[PieceKind, dict[str, object]]]


def write_node(node: Node, writer: Writer) -> _Items:
    """Write the items of *node*; none, and a loss, if the format has no such message.

    Complexity: O(size of *node*).
    """
    match node:
        case System() | User() | Assistant() | ToolResult():
            items = _items(node, writer)
        case Unknown():
            writer.lose("role", f"the role {node.role!r}, which the format does not have")
            return []
        case _:
            writer.lose("", f"a card ({node.role!r}); flatten it first")
            return []
    writer.lose_blocks(node)
    if items and not is_plain(node):
        check_rows(node, [row for _, row in items], writer)
    return items


def _items(node: System | User | Assistant | ToolResult, writer: Writer) -> _Items:
    if isinstance(node, Assistant):
        return write_answer(node, writer)
    if isinstance(node, ToolResult):
        return [("output", write_result(node, _piece(node, "output"), writer))]
    kept = _kept_row(node)
    if kept is not None:
        return [("item", kept)]
    return [("message", write_said(node, node.parts, _piece(node, "message"), writer))]


def _piece(node: Node, kind: PieceKind) -> Piece | None:
    form = form_of(node)
    fits = form is not None and len(form.pieces) == 1 and form.pieces[0].kind == kind
    return form.pieces[0] if form is not None and fits else None


def _kept_row(node: System | User) -> dict[str, object] | None:
    """Return the item that *node* is, if it is nothing else: tools added on the way, and such."""
    only = node.parts[0] if len(node.parts) == 1 else None
    if not isinstance(node, System) or not isinstance(only, Opaque) or only.codec != CODEC:
        return None
    value = only.value.thaw()
    if not isinstance(value, dict) or kind_of(value) != "item":
        return None
    return value if value.get("role") == ("developer" if node.developer else "system") else None
