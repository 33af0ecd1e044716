"""Ties: where the next nodes of a growing history belong, known without looking back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from attrs import field, frozen
from pyrsistent import PMap, PSet, PVector, pmap, pset, pvector

from ctxfn.messages.cards import Node, Task
from ctxfn.messages.groups import has_anchor, linked, spans_of
from ctxfn.messages.records import Assistant, ToolResult

__all__ = ["NO_TIES", "Roots", "Tied", "Ties", "tie"]


class Roots(NamedTuple):
    """The places of the first nodes of the atom and of the group that a node belongs to."""

    atom: int
    group: int


class _Asked(NamedTuple):
    """The last call of an id: its place, and the messages that asked under that id before."""

    place: int
    answered: bool
    before: frozenset[str | None]
    asker: str | None


class _Odd(Enum):
    """Ids whose results are told apart by looking at the whole history only."""

    ORPHAN = "a result came, and no call yet"
    TANGLED = "asked again while open, or answered out of order"


_Calls: TypeAlias = PMap[str, _Asked | _Odd]


@frozen
class Ties:
    """The `roots` of every node of a history, and what a next one may hang on."""

    roots: PVector[Roots] = field(factory=pvector)
    _calls: _Calls = field(factory=pmap)
    _nearest: PMap[str, int] = field(factory=pmap)
    _families: PMap[int | str, int] = field(factory=pmap)
    _missing: PSet[str] = field(factory=pset)


class Tied(NamedTuple):
    """The ties of all nodes, and whether those of earlier nodes are as they were."""

    ties: Ties
    same: bool


NO_TIES = Ties()


def tie(ties: Ties, messages: Sequence[Node], begin: int) -> Tied:
    """Tie the nodes of *messages* from place *begin* on, where *ties* are of those before.

    Contract:
        Roots are those of `spans_of` and `groups_of` for all of *messages*. They are found
        again for all where a new node may change those of earlier ones: a call of an id that is
        open or had a result before any call, a result that names an earlier call of its id, a
        node that was named as parent before it came.

    Complexity: O(log n) a new node; O(n) once where earlier roots may change.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> said = [user("hi"), assistant("", call("c1")), tool_result("c1", "42")]
        >>> tied = tie(NO_TIES, said, 0)
        >>> tied.ties.roots[2], tied.same
        (Roots(atom=1, group=1), True)
    """
    same = True
    for index in range(begin, len(messages)):
        ties, regular = _next(ties, messages, index)
        same = same and regular
    if same:
        return Tied(ties, True)
    atoms = [0] * len(messages)
    for span in spans_of(messages):
        for place in span:
            atoms[place] = span[0]
    roots = pvector(map(Roots, atoms, linked(messages).roots))
    return Tied(Ties(roots, ties._calls, ties._nearest, ties._families, ties._missing), False)


def _next(ties: Ties, messages: Sequence[Node], index: int) -> tuple[Ties, bool]:
    node, parent = messages[index], messages[index].origin.parent
    was_named = node.id is not None and node.id in ties._missing
    calls, regular = ties._calls, not was_named
    caller = None
    if isinstance(node, Assistant) and node.calls:
        calls, in_order = _asking(calls, node, index, tangled=was_named)
        regular = regular and in_order
    elif isinstance(node, ToolResult):
        state = _answering(calls.get(node.call_id), parent)
        calls = calls.set(node.call_id, state)
        regular = regular and state is not _Odd.TANGLED
        caller = state.place if isinstance(state, _Asked) else None
    above = None if parent is None else ties._nearest.get(parent)
    group, families = index, ties._families
    if caller is not None:
        group = ties.roots[caller].group
    elif isinstance(node, Task) and parent is not None and not _is_anchor(messages, above):
        first = families.get(parent if above is None else above, index)
        families = families.set(parent if above is None else above, first)
        group = ties.roots[first].group if first < index else index
    elif above is not None:
        caller_above = ties.roots[above].atom
        regular = regular and not _is_odd(calls, messages, above, caller_above)
        group = _group_under(ties.roots, messages, above, index)
    root = index if caller is None else caller
    after = Ties(
        ties.roots.append(Roots(root, group)),
        calls,
        ties._nearest if node.id is None else ties._nearest.set(node.id, index),
        families,
        ties._missing.add(parent) if parent is not None and above is None else ties._missing,
    )
    return after, regular


def _asking(calls: _Calls, node: Assistant, index: int, *, tangled: bool) -> tuple[_Calls, bool]:
    """Know the calls of *node*, and say whether none of their ids was open or odd."""
    in_order = True
    for call in node.calls:
        last = calls.get(call.id)
        if tangled or isinstance(last, _Odd) or (last is not None and not last.answered):
            calls, in_order = calls.set(call.id, _Odd.TANGLED), False
            continue
        before = frozenset() if last is None else last.before | {last.asker}
        calls = calls.set(call.id, _Asked(index, False, before, node.id))
    return calls, in_order


def _answering(last: _Asked | _Odd | None, parent: str | None) -> _Asked | _Odd:
    """Return what is known of a call id after a result with *parent*."""
    if last is None:
        return _Odd.ORPHAN
    if isinstance(last, _Odd):
        return last
    # With one call the id alone decides; with several the parent does, if it is one of them.
    if parent and parent != last.asker and parent in last.before:
        return _Odd.TANGLED
    return last._replace(answered=True)


def _group_under(roots: Sequence[Roots], messages: Sequence[Node], above: int, index: int) -> int:
    """Return the group of node *index*, no result and no task, whose parent is *above*."""
    if has_anchor(messages[above]):
        return roots[above].group
    node, caller = messages[index], roots[above].atom
    if caller == above or not isinstance(messages[above], ToolResult):
        return index
    same = isinstance(node, Assistant) and node.origin.agent == messages[caller].origin.agent
    return roots[caller].group if same else index


def _is_anchor(messages: Sequence[Node], above: int | None) -> bool:
    return above is not None and has_anchor(messages[above])


def _is_odd(calls: _Calls, messages: Sequence[Node], above: int, caller: int) -> bool:
    """Say whether node *above* is a result whose call is not the first node of its atom."""
    node = messages[above]
    if not isinstance(node, ToolResult):
        return False
    stands_first = caller == above or isinstance(messages[caller], Assistant)
    return not stands_first or calls.get(node.call_id) is _Odd.TANGLED
