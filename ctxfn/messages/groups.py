"""The two sizes of group: what no cut may split, and what counts as one for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ctxfn.messages.cards import Node, Task
from ctxfn.messages.marks import Anchor
from ctxfn.messages.pairing import pair
from ctxfn.messages.records import Assistant, ToolResult

__all__ = ["Atom", "Group", "atoms_of", "groups_of", "spans_of"]

#: The nodes of one atom, in order of place.
Atom: TypeAlias = tuple[Node, ...]

#: The nodes of one group, in order of place: the atoms that count as one.
Group: TypeAlias = tuple[Node, ...]


def spans_of(messages: Sequence[Node]) -> list[tuple[int, ...]]:
    """Return the atoms of *messages* as indexes, in the order of each one's first node.

    Contract:
        As `atoms_of`, in indexes; every index once.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> spans_of([tool_result("c"), user("hi"), assistant(call("c"))])
        [(0, 2), (1,)]
    """
    owner = list(range(len(messages)))
    for place, results in pair(messages).answers.items():
        for index in results:
            owner[index] = place.message
    spans: dict[int, list[int]] = {}
    for index, root in enumerate(owner):
        spans.setdefault(root, []).append(index)
    return [tuple(span) for span in spans.values()]


def atoms_of(messages: Sequence[Node]) -> tuple[Atom, ...]:
    """Return the atoms of *messages*: a call message with all its results, or a node alone.

    Contract:
        Every node is in exactly one atom; an orphan result is an atom of its own. An atom's
        place is that of its first node, be it the call or a result that came before it.

    Complexity: O(nodes).

    Source: ours; the smallest unit that any API accepts or refuses as a whole.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> [len(atom) for atom in atoms_of(said)]
        [1, 2]
    """
    return tuple(tuple(messages[index] for index in span) for span in spans_of(messages))


def groups_of(messages: Sequence[Node]) -> tuple[Group, ...]:
    """Return the groups of *messages*: what counts as one when history is cut by number.

    Contract:
        One group are: a call message, its results, and what the same agent says next as a
        child of one of them, again and again; tasks of one parent; a message with an `Anchor`
        and all that hangs on it (a council, a comparison); any other node alone. A parent is
        the nearest earlier node of that id, so parents in a circle end; where there is none, a
        late result that a follow-up stands before. Without a parent a follow-up is a group of
        its own. A group's place is its first node's. A result that
        stands before its call, while another follows it, is left over from a lost call and a
        group of its own. Every node is in exactly one group.

    Complexity: O(nodes).

    Source: LobeHub context-engine, history truncation; it looks results up by row id, we by
    call id, so a call and its results are never two groups.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> [[node.role for node in group] for group in groups_of(said)]
        [['user'], ['assistant', 'tool']]
    """
    spans: dict[int, list[Node]] = {}
    for node, root in zip(messages, linked(messages).roots, strict=True):
        spans.setdefault(root, []).append(node)
    return tuple(map(tuple, spans.values()))


class Linked(NamedTuple):
    """For each node the place of its group, and the nodes whose group may begin earlier.

    `loose` says what matters if *messages* are the end of a longer history: results without
    their call, calls without exactly one result behind them, parents that are not there.
    """

    roots: list[int]
    loose: set[int]


def linked(messages: Sequence[Node]) -> Linked:
    """Find the group of every node of *messages*.

    Complexity: O(nodes).
    """
    callers, loose = _callers(messages)
    roots = list(range(len(messages)))
    for index, caller in callers.items():
        _join(roots, index, caller)
    nearest: dict[str, int] = {}
    families: dict[int | str, int] = {}
    early: list[int] = []
    for index, node in enumerate(messages):
        parent = node.origin.parent
        if parent is not None:
            above = nearest.get(parent)
            if above is None:
                early.append(index)
            if _may_belong_elsewhere(callers, index, above):
                loose.add(index)
            if index not in callers:
                joined = _joined(messages, callers, families, index, above)
                _join(roots, index, joined)
        if node.id is not None:
            nearest[node.id] = index
    for index in early:
        above = nearest.get(str(messages[index].origin.parent), -1)
        if callers.get(above, index) < index:
            _join(roots, index, _follow_up(messages, callers[above], index))
    return Linked([_root(roots, index) for index in range(len(roots))], loose)


def _may_belong_elsewhere(callers: dict[int, int], index: int, above: int | None) -> bool:
    """Say whether what node *index* hangs on may stand before all that is looked at."""
    caller = callers.get(index)
    if above is None or caller is None or above == caller:
        return above is None
    # Some stores chain the results of one message, each the parent of the next.
    return callers.get(above) != caller


def has_anchor(node: Node) -> bool:
    """Say whether children of *node* belong to its group."""
    return bool(node.marks) and any(isinstance(mark, Anchor) for mark in node.marks)


def _callers(messages: Sequence[Node]) -> tuple[dict[int, int], set[int]]:
    """Map each result to its call's message, and tell which results and calls are loose."""
    callers: dict[int, int] = {}
    loose: set[int] = set()
    for place, results in pair(messages).answers.items():
        behind = [index for index in results if index > place.message]
        if len(behind) != 1:
            loose.add(place.message)
        callers.update((index, place.message) for index in behind or results)
    loose.update(_results(messages) - callers.keys())
    return callers, loose


def _results(messages: Iterable[Node]) -> set[int]:
    return {index for index, node in enumerate(messages) if isinstance(node, ToolResult)}


def _joined(
    messages: Sequence[Node],
    callers: dict[int, int],
    families: dict[int | str, int],
    index: int,
    above: int | None,
) -> int:
    """Return a member of the group that node *index* belongs to, given where its parent is."""
    node = messages[index]
    if above is not None and has_anchor(messages[above]):
        return above
    if isinstance(node, Task):
        key = str(node.origin.parent) if above is None else above
        return families.setdefault(key, index)
    return index if above is None else _follow_up(messages, callers.get(above, index), index)


def _follow_up(messages: Sequence[Node], caller: int, index: int) -> int:
    """Return *caller* if node *index*, a child of one of its results, is the same agent's."""
    node = messages[index]
    same = messages[caller].origin.agent == node.origin.agent
    return caller if same and isinstance(node, Assistant) else index


def _join(roots: list[int], one: int, other: int) -> None:
    """Make two groups one; its root is its first place."""
    one, other = _root(roots, one), _root(roots, other)
    roots[max(one, other)] = min(one, other)


def _root(roots: list[int], index: int) -> int:
    """Follow the links from *index* to their end, and shorten them on the way."""
    while roots[index] != index:
        roots[index] = roots[roots[index]]
        index = roots[index]
    return index
