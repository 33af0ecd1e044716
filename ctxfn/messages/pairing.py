"""Which result answers which call. The one place that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.messages.cards import Node
from ctxfn.messages.records import Assistant, ToolResult

__all__ = ["Pairing", "Place", "is_paired", "pair"]


class Place(NamedTuple):
    """A call: the index of its message, and its place among that message's calls."""

    message: int
    call: int


class Pairing(NamedTuple):
    """Results by call: the indexes that answer each `Place`, in order, and the orphans.

    The first index of an answer is the one that came for the call; others are repeats.
    """

    answers: dict[Place, list[int]]
    orphans: list[int]


def pair(messages: Sequence[Node]) -> Pairing:
    """Match the results in *messages* to their calls, by call id.

    Contract:
        An id used by one call: all results with it answer that call, wherever they stand.
        An id used again: a result answers the call of its parent, if the parent has one;
        else, between two calls of the id, as many results as calls are open go to them in
        order; fewer go to the nearest; more are repeats of the last. A result of a reused
        id that stands before every call of it is an orphan. Each place has a list.

    Complexity: O(nodes + calls + results).

    Source: LobeHub context-engine pairs the first result of an id with the first call of
    it and loses the others; ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result
        >>> again = [assistant(call("c")), tool_result("c", "1")] * 2
        >>> pair(again).answers
        {Place(message=0, call=0): [1], Place(message=2, call=0): [3]}
    """
    places: dict[str, list[Place]] = {}
    results: dict[str, list[int]] = {}
    answers: dict[Place, list[int]] = {}
    for index, node in enumerate(messages):
        if isinstance(node, Assistant):
            for number, call in enumerate(node.calls):
                place = Place(index, number)
                answers[place] = []
                places.setdefault(call.id, []).append(place)
        elif isinstance(node, ToolResult):
            results.setdefault(node.call_id, []).append(index)
    orphans: list[int] = []
    for call_id, indexes in results.items():
        asked = places.get(call_id)
        if not asked:
            orphans += indexes
        elif len(asked) == 1:
            answers[asked[0]] += indexes
        else:
            _pair_reused(messages, asked, indexes, answers, orphans)
    orphans.sort()
    return Pairing(answers, orphans)


def is_paired(messages: Sequence[Node]) -> bool:
    """Say whether each call has one result among those right behind it, and each result a call.

    Contract:
        The order of the results of one message does not matter; two calls with one id in one
        message are not paired, since nothing tells their results apart.

    Complexity: O(nodes + calls); it stops at the first fault.

    Source: ours; healthy histories are what nearly everybody has, and this is all they cost.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> is_paired([assistant(call("c")), tool_result("c"), user("hi")])
        True
        >>> is_paired([assistant(call("c")), user("hi"), tool_result("c")])
        False
    """
    waiting: set[str] = set()
    for node in messages:
        if isinstance(node, ToolResult):
            if node.call_id not in waiting:
                return False
            waiting.discard(node.call_id)
        elif waiting:
            return False
        elif isinstance(node, Assistant) and node.calls:
            waiting = {call.id for call in node.calls}
            if len(waiting) < len(node.calls):
                return False
    return not waiting


def _pair_reused(
    messages: Sequence[Node],
    asked: list[Place],
    indexes: list[int],
    answers: dict[Place, list[int]],
    orphans: list[int],
) -> None:
    by_parent: dict[str | None, list[Place]] = {}
    for one in asked:
        by_parent.setdefault(messages[one.message].id, []).append(one)
    by_parent[None] = []
    rest: list[int] = []
    for index in indexes:
        place = _nearest(by_parent.get(messages[index].origin.parent, ()), index)
        same_message = [one for one in asked if place and one.message == place.message]
        free = [one for one in same_message if not answers[one]]
        if place is None:
            rest.append(index)
        else:
            answers[(free or same_message)[0]].append(index)
    starts = sorted({place.message for place in asked})
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(messages)
        here = [index for index in rest if start < index < end]
        _fill(asked, start, here, answers)
    orphans += [index for index in rest if index < starts[0]]


def _nearest(named: Sequence[Place], index: int) -> Place | None:
    """Return the last of *named* before *index*; where none is before, the first."""
    before = [place for place in named if place.message < index]
    return before[-1] if before else named[0] if named else None


def _fill(asked: list[Place], start: int, here: list[int], answers: dict[Place, list[int]]) -> None:
    """Give the results *here* to the calls still open at *start*, nearest messages first."""
    if not here:
        return
    past = [place for place in asked if place.message <= start]
    open_now = [place for place in past if not answers[place]]
    nearest = sorted(open_now, key=lambda place: (-place.message, place.call))
    chosen = sorted(nearest[: len(here)])
    for place, index in zip(chosen, here, strict=False):
        answers[place].append(index)
    for index in here[len(chosen) :]:
        answers[(chosen or past)[-1]].append(index)
