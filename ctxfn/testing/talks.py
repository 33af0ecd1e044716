"""Long talks: conversations one behind the other, each with ids of its own, or not quite."""

from __future__ import annotations

from functools import cache

from attrs import evolve
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import Assistant, Messages, Node, RetryOf, ToolResult, is_flat, user
from ctxfn.testing.conversations import conversations
from ctxfn.testing.sparse import as_one

__all__ = ["talks"]


@cache
def talks(*, cards: bool = False) -> st.SearchStrategy[Messages]:
    """Generate conversations of several parts that mostly do not name each other's ids.

    `conversations` have few ids, so that these come back: there is hardly a place where one
    may be divided. Here each part has its own, but for some; a person speaks at each seam.

    Contract:
        Parts are `conversations`, healthy ones and others, with *cards* if asked for.

    Complexity: about four milliseconds each.
    """
    part = st.tuples(
        st.one_of(
            conversations(cards=cards), conversations(well_formed=True, cards=cards, turns=2)
        ),
        st.sampled_from((True, True, True, False)),
        st.booleans(),
    )
    return as_one(st.lists(part, min_size=1, max_size=4).map(_joined))


def _joined(parts: list[tuple[Messages, bool, bool]]) -> Messages:
    nodes: list[Node] = []
    for number, (messages, renamed, asked) in enumerate(parts):
        if asked:
            nodes.append(user(f"part {number}", id=f"q{number}"))
        nodes += [_renamed(node, f"{number}:") if renamed else node for node in messages]
    return pvector(nodes)


def _renamed(node: Node, before: str) -> Node:
    """Put *before* in front of each id of *node*; a card keeps its ids."""
    if not is_flat(node):
        return node
    marks = tuple(
        RetryOf(before + mark.id) if isinstance(mark, RetryOf) else mark for mark in node.marks
    )
    parent = node.origin.parent
    origin = node.origin if parent is None else evolve(node.origin, parent=before + parent)
    named = None if node.id is None else before + node.id
    changed = evolve(node, id=named, marks=marks, origin=origin)
    if isinstance(changed, Assistant):
        calls = tuple(evolve(call, id=before + call.id) for call in changed.calls)
        return evolve(changed, calls=calls)
    if isinstance(changed, ToolResult):
        return evolve(changed, call_id=before + changed.call_id)
    return changed
