"""Which messages a repair of calls and results concerns, and which result is for which call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    Pairing,
    ToolResult,
    is_asked_elsewhere,
    pair,
)
from ctxfn.processors.clean.choose_result import is_speechless

__all__ = ["Answers", "Concerned", "Fresh", "answers_among", "find_concerned", "has_clear_ids"]


#: By a message that asks and the number of a call: the results that may answer it, in order.
Answers: TypeAlias = dict[tuple[int, int], list[int]]


class Concerned(NamedTuple):
    """What a repair is about, by index: messages that ask, and results."""

    asking: list[int]
    results: list[int]


def find_concerned(nodes: Sequence[Node], may_stay_open: bool) -> Concerned:
    """Find the calls not simply asked once and answered right behind, and all that shares ids.

    What shares a message with such a call is concerned too, as it is laid out anew with it.
    """
    seen = _Seen([], [], set())
    _look(nodes, may_stay_open, seen)
    if not seen.suspects:
        return Concerned([], [])
    asking = _spread(seen.suspects, seen.asking)
    return Concerned(asking, _results_of(seen.suspects, nodes, seen.results))


class _Seen(NamedTuple):
    """What one walk finds: places that ask, with the ids of their calls; results; and suspects."""

    asking: list[tuple[int, list[str]]]
    results: list[int]
    suspects: set[str]


def _look(nodes: Sequence[Node], may_stay_open: bool, seen: _Seen) -> None:
    """Collect in *seen* the ids of calls and results that are not simply in their places."""
    asking, results, suspects = seen
    awaited: list[str] = []
    # How many of the ids of `awaited` have their result, in order.
    came = 0
    for place, node in enumerate(nodes):
        if type(node) is ToolResult:
            if node.marks and is_asked_elsewhere(node):
                continue
            results.append(place)
            fits = came < len(awaited) and awaited[came] == node.call_id
            if fits and (node.error is None or not is_speechless(node)):
                came += 1
                continue
            suspects.add(node.call_id)
        if came < len(awaited):
            suspects.update(awaited)
            came = len(awaited)
        if type(node) is Assistant and node.calls:
            awaited = [call.id for call in node.calls]
            came = 0
            asking.append((place, awaited))
            if (len(awaited) > 1 or not awaited[0]) and not has_clear_ids(node.calls):
                suspects.update(awaited)
    if came < len(awaited) and not may_stay_open:
        suspects.update(awaited)


def _results_of(suspects: set[str], nodes: Sequence[Node], places: list[int]) -> list[int]:
    return [
        place
        for place in places
        if type(node := nodes[place]) is ToolResult and node.call_id in suspects
    ]


def has_clear_ids(calls: tuple[Call, ...]) -> bool:
    """Say whether each call has an id, and each its own."""
    if len(calls) == 1:
        return calls[0].id != ""
    if len(calls) == 2:
        return calls[0].id != calls[1].id and "" not in (calls[0].id, calls[1].id)
    ids = {call.id for call in calls}
    return len(ids) == len(calls) and "" not in ids


def _spread(suspects: set[str], asking: list[tuple[int, list[str]]]) -> list[int]:
    """List the messages that ask for suspects, adding all that they ask for to *suspects*."""
    # Once or twice is enough where ids do not come back; else what shares them is followed.
    for _ in range(2):
        found = [one for one in asking if not suspects.isdisjoint(one[1])]
        known = len(suspects)
        suspects.update([call_id for _, ids in found for call_id in ids])
        if len(suspects) == known:
            return [place for place, _ in found]
    askers: dict[str, list[int]] = {}
    for number, (_, ids) in enumerate(asking):
        for call_id in ids:
            askers.setdefault(call_id, []).append(number)
    touched: set[int] = set()
    waiting = list(suspects)
    while waiting:
        for number in askers.pop(waiting.pop(), ()):
            if number not in touched:
                touched.add(number)
                waiting += asking[number][1]
    suspects.update(call_id for number in touched for call_id in asking[number][1])
    return [asking[number][0] for number in sorted(touched)]


def answers_among(nodes: Sequence[Node], places: list[int]) -> Answers:
    """Pair what stands at *places*; results behind their call come before those in front of it.

    A result in front of all calls of a reused id answers the first of them that has no other.
    """
    pairing = pair([nodes[place] for place in places])
    if pairing.orphans:
        _adopt(nodes, places, pairing)
    return {
        (places[asker], number): [
            places[one] for one in (_in_turn(asker, results) if len(results) > 1 else results)
        ]
        for (asker, number), results in pairing.answers.items()
    }


def _in_turn(asker: int, results: list[int]) -> list[int]:
    """Put results behind their call before those in front of it."""
    return sorted(results, key=lambda place: (place < asker, place))


def _adopt(nodes: Sequence[Node], places: list[int], pairing: Pairing) -> None:
    unanswered: dict[str, list[list[int]]] = {}
    for (asker, number), results in sorted(pairing.answers.items(), reverse=True):
        message = nodes[places[asker]]
        if not results and isinstance(message, Assistant):
            unanswered.setdefault(message.calls[number].id, []).append(results)
    for orphan in pairing.orphans:
        node = nodes[places[orphan]]
        waiting = unanswered.get(node.call_id) if isinstance(node, ToolResult) else None
        if waiting:
            waiting.pop().append(orphan)


class Fresh:
    """Makes ids that no call or result of *nodes* has, the same ones every time."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._known: set[str] | None = None
        self._next: dict[str, int] = {}

    def __call__(self, call_id: str) -> str:
        if self._known is None:
            self._known = {node.call_id for node in self._nodes if isinstance(node, ToolResult)}
            for node in self._nodes:
                self._known.update(call.id for call in getattr(node, "calls", ()))
        number = self._next.get(call_id, 2)
        while (made := f"{call_id}_{number}") in self._known:
            number += 1
        self._next[call_id] = number + 1
        self._known.add(made)
        return made
