"""What was in the payload before and is in this one no longer, by name."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Node

__all__ = ["Evicted", "evicted_since"]


@frozen
class Evicted:
    """A message that left, by its id, else by who made it, else by its role and place; or a block."""

    kind: Literal["message", "block"]
    name: str
    place: int


@blames_arguments
def evicted_since(before: Sequence[Node], after: Sequence[Node], /) -> tuple[Evicted, ...]:
    """Say which messages and blocks of *before* are not in *after*, in their order.

    Contract:
        A message with an id is there while one of its id is; another while an equal one is. A
        block is there while some message has one of its name. So a message that was edited, and
        a block whose text is new, have not left.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Block, chat, inject, user
        >>> one = chat(inject(user("a", id="m1"), Block("date", "Monday")), user("b"))
        >>> [(gone.kind, gone.name) for gone in evicted_since(one, one[1:])]
        [('message', 'm1'), ('block', 'date')]
    """
    ids = {node.id for node in after if node.id is not None}
    # Blocks are told by themselves, so a message is still there without its own.
    others = Multiset(_bare(node) for node in after if node.id is None)
    names = {block.name for node in after for block in node.blocks}
    gone = []
    for place, node in enumerate(before):
        if not _is_there(node, ids, others):
            name = node.id or node.origin.ours or f"{node.role} {place}"
            gone.append(Evicted("message", name, place))
        for block in node.blocks:
            if block.name not in names:
                names.add(block.name)
                gone.append(Evicted("block", block.name, place))
    return tuple(gone)


def _is_there(node: Node, ids: set[str], others: Multiset[object]) -> bool:
    if node.id is not None:
        return node.id in ids
    key = _bare(node)
    others[key] -= 1
    return others[key] >= 0


def _bare(node: Node) -> object:
    return node.role, node.parts, getattr(node, "calls", ()), getattr(node, "call_id", "")
