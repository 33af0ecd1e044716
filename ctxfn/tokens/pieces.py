"""Pieces: what is sent of a node, a card taken apart."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import (
    MANY_NODES,
    Assistant,
    AssistantGroup,
    Call,
    Column,
    Compare,
    CompressedGroup,
    Node,
    Supervisor,
    System,
    ToolResult,
    User,
    check_size,
    nested_in,
)

__all__ = ["MESSAGES", "pieces_of"]

#: What holds nothing inside; looked up by class, since this is on a hot path.
MESSAGES: Final = frozenset({System, User, Assistant, ToolResult})


def pieces_of(node: Node) -> tuple[Node, ...]:
    """Return what is sent of *node*: itself, and of a card all that it holds, however deep.

    Contract:
        Of a summary what it stands for is left out, of a comparison the columns nobody chose.
        A card says nothing that its turns say: its own calls are among theirs.

    Complexity: O(nodes inside).

    Source: ours.

    Raises:
        TooManyNodes: a card's cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import Council, assistant
        >>> [piece.role for piece in pieces_of(Council((assistant("yes"), assistant("no"))))]
        ['assistant', 'assistant']
    """
    if type(node) in MESSAGES:
        return (node,)
    found: list[Node] = []
    due = [node]
    counted = 0
    while due:
        one = due.pop()
        counted += 1
        if counted == MANY_NODES:
            check_size(node)
        own = _own(one)
        if own is not None:
            found.append(own)
        due.extend(reversed(_inside(one)))
    return tuple(found)


def _own(node: Node) -> Node | None:
    """Return what a card says besides what it holds; nothing if it says nothing."""
    inside = nested_in(node)
    if not inside:
        return node
    asked = {one.id for inner in inside for one in getattr(inner, "calls", ())}
    calls: tuple[Call, ...] = getattr(node, "calls", ())
    if any(one.id in asked for one in calls) and isinstance(node, AssistantGroup | Supervisor):
        node = evolve(node, calls=tuple(one for one in calls if one.id not in asked))
    said = (node.parts, node.blocks, getattr(node, "calls", ()), getattr(node, "reasoning", ()))
    return node if any(said) else None


def _inside(node: Node) -> tuple[Node, ...]:
    match node:
        case CompressedGroup():
            # A summary stands for what it compressed; only what is pinned is sent beside it.
            return node.pinned
        case Compare():
            return tuple(inner for column in _chosen(node) for inner in column.nodes)
        case _:
            return nested_in(node)


def _chosen(card: Compare) -> tuple[Column, ...]:
    """Return the column somebody chose, by its id or that of a node in it; else all."""
    if card.active is None:
        return card.columns
    named = tuple(one for one in card.columns if one.id == card.active) or tuple(
        one for one in card.columns if any(node.id == card.active for node in one.nodes)
    )
    return named[:1] or card.columns
