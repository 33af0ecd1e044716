"""Stretches: where a conversation may be divided, and what they name that others may name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ctxfn.messages import (
    Assistant,
    Node,
    RetryOf,
    System,
    ToolResult,
    User,
    all_inside,
    is_said,
    marks_of,
)

__all__ = ["border_behind", "last_id", "names_in", "stretches_of", "tail_of"]

_FLAT: Final = frozenset((System, User, Assistant, ToolResult))


def stretches_of(nodes: Sequence[Node], /) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each stretch between two borders, in order.

    Contract:
        A border stands before what a person says, behind an earlier such message, and where no
        call made since then waits for its result. Stretches may still name what others name:
        `names_in` tells.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> said = [user("a"), assistant(call("c")), user("b"), tool_result("c"), user("c")]
        >>> list(stretches_of(said))
        [(0, 4), (4, 5)]
    """
    at = 0
    while at < len(nodes):
        end = border_behind(nodes, at, 1, len(nodes))
        yield at, end
        at = end


def border_behind(nodes: Sequence[Node], begin: int, least: int, end: int) -> int:
    """Return the first border that leaves *least* nodes from *begin* on before it; else *end*.

    Complexity: O(nodes up to the answer).
    """
    said, waiting = False, set[str]()
    for place in range(begin, end):
        node = nodes[place]
        if type(node) is User and is_said(node):
            if said and not waiting and place - begin >= least:
                return place
            said = True
        _follow(node, waiting)
    return end


def tail_of(nodes: Sequence[Node], begin: int) -> int:
    """Return the last border behind *begin*; *begin* if there is none.

    Complexity: O(nodes behind the answer, and in the stretch before it).
    """
    border = len(nodes)
    while border > begin:
        border = _said_before(nodes, begin, border)
        if border > begin and _is_closed(nodes, begin, border):
            return border
    return begin


def _said_before(nodes: Sequence[Node], begin: int, end: int) -> int:
    for place in range(end - 1, begin, -1):
        node = nodes[place]
        if type(node) is User and is_said(node):
            return place
    return begin


def _is_closed(nodes: Sequence[Node], begin: int, border: int) -> bool:
    """Say whether somebody spoke before *border*, and no call since then waits."""
    first = _said_before(nodes, begin, border)
    if first == begin and not (type(nodes[first]) is User and is_said(nodes[first])):
        return False
    waiting = set[str]()
    for place in range(first, border):
        _follow(nodes[place], waiting)
    return not waiting


def _follow(node: Node, waiting: set[str]) -> None:
    """Note which calls wait for a result behind *node*."""
    if type(node) is Assistant:
        if node.calls:
            waiting.update([call.id for call in node.calls])
    elif type(node) is ToolResult:
        waiting.discard(node.call_id)
    elif type(node) not in _FLAT:
        inside = all_inside((node,))
        waiting.update(call.id for one in inside for call in getattr(one, "calls", ()))
        waiting.difference_update(one.call_id for one in inside if type(one) is ToolResult)


def names_in(nodes: Sequence[Node]) -> frozenset[str]:
    """Collect the ids of messages and calls in *nodes*, and those that *nodes* refer to.

    Contract:
        But for the parent of the first: a line of messages goes on from one stretch to the next.

    Complexity: O(nodes + calls), cards opened.
    """
    names = set[str]()
    for place, node in enumerate(nodes):
        for one in (node,) if type(node) in _FLAT else all_inside((node,)):
            _name(one, names, with_parent=place > 0 or one is not node)
    return frozenset(names)


def _name(node: Node, names: set[str], *, with_parent: bool) -> None:
    if node.id is not None:
        names.add(node.id)
    if with_parent and node.origin.parent is not None:
        names.add(node.origin.parent)
    if type(node) is ToolResult:
        names.add(node.call_id)
    for call in getattr(node, "calls", ()):
        names.add(call.id)
    if node.marks:
        names.update([mark.id for mark in marks_of(RetryOf, node)])


def last_id(nodes: Sequence[Node]) -> str | None:
    """Return the id of the last of *nodes*, where none of them is its child already.

    Complexity: O(nodes).
    """
    last = nodes[-1].id
    if last is None or any(node.origin.parent == last for node in nodes):
        return None
    return last
