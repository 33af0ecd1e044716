"""Ties: where the next nodes of a growing history belong, known without looking back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

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
    """What is known of an id that was asked: the last message that asked, and what came since.

    `calls` of the id in it, results that came since, `named` by their parent or `loose`; how many
    calls before it are still `owed` one; who asked, now and `before`. `early`: results came
    before the first call, which is still the only one. `strays`: parents of results that are
    no message which asked.
    """

    place: int
    calls: int
    asker: str | None
    before: PSet[str | None]
    strays: PSet[str]
    owed: int = 0
    loose: int = 0
    named: int = 0
    early: bool = False


class _Early(NamedTuple):
    """An id of which results came, and no call yet."""

    strays: PSet[str]


class _Odd(Enum):
    """Ids whose results are told apart by looking at the whole history only."""

    TANGLED = "a result names an earlier call, or was named before it came"


_State: TypeAlias = _Asked | _Early | _Odd
_Calls: TypeAlias = PMap[str, _State]


_NO_CALLS: Final[_Calls] = pmap()
_NOWHERE: Final[PMap[str, int]] = pmap()
_NO_FAMILIES: Final[PMap[int | str, int]] = pmap()
_NOBODY: Final[PSet[str]] = pset()


@frozen
class Ties:
    """The `roots` of every node of a history, and what a next one may hang on."""

    roots: PVector[Roots] = field(factory=pvector)
    _calls: _Calls = _NO_CALLS
    _nearest: PMap[str, int] = _NOWHERE
    _families: PMap[int | str, int] = _NO_FAMILIES
    _missing: PSet[str] = _NOBODY


class Tied(NamedTuple):
    """The ties of all nodes, and whether those of earlier nodes are as they were."""

    ties: Ties
    same: bool


NO_TIES = Ties()


def tie(ties: Ties, messages: Sequence[Node], begin: int) -> Tied:
    """Tie the nodes of *messages* from place *begin* on, where *ties* are of those before.

    Contract:
        Roots are those of `spans_of` and `groups_of` for all of *messages*. They are found
        again for all where a new node may change those of earlier ones: the first calls of an id
        that had a result before any call, a result more than the last message asked for while
        earlier calls of its id are open, a result that names an earlier call of its id (and what
        uses that id later), a node that was named as parent before it came. A call of an id that
        is still open does not: the next result is the new call's.

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
        calls, in_order = _asking(calls, node, index)
        regular = regular and in_order
    elif isinstance(node, ToolResult):
        state, in_order = _answering(calls.get(node.call_id), parent)
        calls = calls.set(node.call_id, state)
        regular = regular and in_order
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
    # An early answer to another of its calls may stand before the message that asked.
    root = index if caller is None else ties.roots[caller].atom
    after = Ties(
        ties.roots.append(Roots(root, group)),
        calls,
        ties._nearest if node.id is None else ties._nearest.set(node.id, index),
        families,
        ties._missing.add(parent) if parent is not None and above is None else ties._missing,
    )
    return after, regular


def _asking(calls: _Calls, node: Assistant, index: int) -> tuple[_Calls, bool]:
    """Know the calls of *node*, and say whether earlier results are whose they were."""
    in_order = True
    for call_id, number in Counter(call.id for call in node.calls).items():
        state = _asked(calls.get(call_id), node.id, index, number)
        last = calls.get(call_id)
        odd = isinstance(last, _Early) or (isinstance(last, _Asked) and last.early)
        in_order = in_order and not odd and state is not _Odd.TANGLED
        calls = calls.set(call_id, state)
    return calls, in_order


def _asked(last: _State | None, asker: str | None, index: int, number: int) -> _State:
    """Return what is known of an id after *number* calls of it in the message at *index*."""
    if last is None:
        return _Asked(index, number, asker, pset(), pset())
    if isinstance(last, _Odd) or asker in last.strays:
        return _Odd.TANGLED
    if isinstance(last, _Early):
        return _Asked(index, number, asker, pset(), last.strays, early=True)
    open_there = max(last.calls - last.named, 0)
    owed = max(last.owed + open_there - last.loose, 0)
    return _Asked(index, number, asker, last.before.add(last.asker), last.strays, owed)


def _answering(last: _State | None, parent: str | None) -> tuple[_State, bool]:
    """Return what is known of a call id after a result with *parent*, and whether all is as it was."""
    if last is None or isinstance(last, _Early):
        strays = _NOBODY if last is None else last.strays
        return _Early(strays.add(parent) if parent else strays), True
    if isinstance(last, _Odd):
        return last, False
    first = not last.loose and not last.named
    if parent and parent == last.asker:
        after = last._replace(named=last.named + 1)
    elif parent and parent in last.before:
        return _Odd.TANGLED, False
    else:
        strays = last.strays.add(parent) if parent else last.strays
        after = last._replace(loose=last.loose + 1, strays=strays)
    # More than were asked for here: those before get theirs, in the order they asked.
    shifts = after.owed > 0 and after.loose > max(after.calls - after.named, 0)
    return after, not shifts and not (after.early and first)


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
    state = calls.get(node.call_id)
    early = isinstance(state, _Asked) and state.early
    return not stands_first or early or state is _Odd.TANGLED
