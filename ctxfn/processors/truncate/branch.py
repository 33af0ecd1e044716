"""One branch of a stored tree, and where such a tree forks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.messages import Anchor, Node, System, Task, ToolResult, marks_of, pair

__all__ = ["Branch", "branch_of", "forks_of"]


class Branch(NamedTuple):
    """The line to a head (`None`: the head is unknown), and what ended the way up, if odd."""

    line: list[Node] | None
    missing: tuple[str, str] | None = None
    circle: str | None = None
    #: The nodes from the first to the head, by identity: each is the parent of the next.
    path: frozenset[int] = frozenset()


def branch_of(nodes: Sequence[Node], head: str) -> Branch:
    """Follow parents up from *head*; with results, council members and sibling tasks.

    Contract:
        A parent is the nearest earlier node of its id, else the last; the head is the last.
        Loops, not recursion: a line may be as long as it likes.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> branch_of([user("hi", id="a")], "b").line is None
        True
    """
    ids = {node.id: place for place, node in enumerate(nodes) if node.id is not None}
    if head not in ids:
        return Branch(None)
    parents = _parents(nodes, ids)
    path: dict[int, Node] = {}
    missing = circle = None
    current = ids[head]
    while True:
        path[current] = node = nodes[current]
        above, named = parents[current], node.origin.parent
        if above is None:
            missing = None if named is None else (str(node.id), named)
            break
        if above in path:
            circle = named
            break
        current = above
    chosen = frozenset(map(id, path.values()))
    return Branch(_with_children(nodes, path, parents), missing, circle, chosen)


def _parents(nodes: Sequence[Node], ids: dict[str, int]) -> list[int | None]:
    """Find the place of each node's parent."""
    nearest: dict[str, int] = {}
    found: list[int | None] = []
    for place, node in enumerate(nodes):
        parent = node.origin.parent
        found.append(None if parent is None else nearest.get(parent, ids.get(parent)))
        if node.id is not None:
            nearest[node.id] = place
    return found


def _with_children(
    nodes: Sequence[Node], path: dict[int, Node], parents: list[int | None]
) -> list[Node]:
    families = {
        (_family(node, parents[place]), type(node))
        for place, node in path.items()
        if _has_siblings(node, nodes, parents[place])
    }
    below = _results(nodes, parents)
    for node, parent in zip(nodes, parents, strict=True):
        if (_family(node, parent), type(node)) in families:
            below.setdefault(None if parent is None else id(nodes[parent]), []).append(node)
    # A list: the same object may be said twice.
    prompt = [node for node in nodes if type(node) is System and node.origin.parent is None]
    prompted = set(map(id, prompt))
    ordered: dict[int, Node] = {}
    for step in reversed(path.values()):
        due = [step]
        while due:
            node = due.pop()
            if id(node) not in ordered and id(node) not in prompted:
                ordered[id(node)] = node
                due.extend(reversed(below.get(id(node), ())))
    return [*prompt, *ordered.values()]


def _family(node: Node, parent: int | None) -> int | str | None:
    """What children have in common: the place of their parent, or its id if it is not there."""
    return node.origin.parent if parent is None else parent


def _results(nodes: Sequence[Node], parents: list[int | None]) -> dict[int | None, list[Node]]:
    """Map nodes by identity to the results below them: by the call they answer, else by parent."""
    below: dict[int | None, list[Node]] = {}
    if not any(type(node) is ToolResult for node in nodes):
        return below
    callers = {
        index: place.message for place, results in pair(nodes).answers.items() for index in results
    }
    for index, node in enumerate(nodes):
        if type(node) is ToolResult:
            caller, parent = callers.get(index), parents[index]
            if caller is not None:
                below.setdefault(id(nodes[caller]), []).append(node)
            # Some stores chain the results of one message, each the parent of the next.
            if parent is not None and (caller is None or type(nodes[parent]) is ToolResult):
                below.setdefault(id(nodes[parent]), []).append(node)
    return below


def _has_siblings(node: Node, nodes: Sequence[Node], parent: int | None) -> bool:
    if node.origin.parent is None:
        return False
    return type(node) is Task or (parent is not None and _holds_council(nodes[parent]))


def _holds_council(node: Node) -> bool:
    return any(anchor.kind == "council" for anchor in marks_of(Anchor, node))


def forks_of(nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the ids of the nodes from which several branches go on, in order.

    Contract:
        Results, tasks, and whatever hangs on an `Anchor` are no branches.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import Origin, assistant, user
        >>> answers = [evolve(assistant(one, id=one), origin=Origin(parent="q")) for one in "ab"]
        >>> forks_of([user("?", id="q"), *answers])
        ('q',)
    """
    anchors = {node.id for node in nodes if node.marks and marks_of(Anchor, node)}
    seen: set[str] = set()
    forks: dict[str, None] = {}
    for node in nodes:
        parent = node.origin.parent
        if parent is None or type(node) is ToolResult or type(node) is Task:
            continue
        if parent in seen and parent not in anchors:
            forks[parent] = None
        seen.add(parent)
    return tuple(forks)
