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
        Ids are taken to be unique. Loops, not recursion: a line may be as long as it likes.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> branch_of([user("hi", id="a")], "b").line is None
        True
    """
    by_id = {node.id: node for node in nodes if node.id is not None}
    if head not in by_id:
        return Branch(None)
    path: dict[str, Node] = {}
    missing = circle = None
    current: str | None = head
    while current is not None:
        if current in path:
            circle = current
            break
        if current not in by_id:
            missing = next(reversed(path)), current
            break
        path[current] = by_id[current]
        current = by_id[current].origin.parent
    above = frozenset(map(id, path.values()))
    return Branch(_with_children(nodes, path, by_id), missing, circle, above)


def _with_children(
    nodes: Sequence[Node], path: dict[str, Node], by_id: dict[str, Node]
) -> list[Node]:
    families = {
        (node.origin.parent, type(node)) for node in path.values() if _has_siblings(node, by_id)
    }
    below = _results(nodes)
    for node in nodes:
        parent = node.origin.parent
        if parent is not None and (parent, type(node)) in families:
            below.setdefault(id(by_id.get(parent)), []).append(node)
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


def _results(nodes: Sequence[Node]) -> dict[int, list[Node]]:
    """Map nodes by identity to the results below them: by parent, else by the call they answer."""
    by_id = {node.id: node for node in nodes if node.id is not None}
    below: dict[int, list[Node]] = {}
    loose = set()
    for index, node in enumerate(nodes):
        if type(node) is ToolResult:
            parent = by_id.get(node.origin.parent or "")
            if parent is None:
                loose.add(index)
            else:
                below.setdefault(id(parent), []).append(node)
    if loose:
        for place, results in pair(nodes).answers.items():
            found = [nodes[index] for index in results if index in loose]
            below.setdefault(id(nodes[place.message]), []).extend(found)
    return below


def _has_siblings(node: Node, by_id: dict[str, Node]) -> bool:
    parent = node.origin.parent
    if parent is None:
        return False
    return type(node) is Task or (parent in by_id and _holds_council(by_id[parent]))


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
