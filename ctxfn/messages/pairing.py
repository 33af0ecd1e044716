"""Which result answers which call. The one place that decides it."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.messages.cards import Node
from ctxfn.messages.check_nodes import NODES, refuse
from ctxfn.messages.marks import AskedElsewhere
from ctxfn.messages.records import Assistant, ToolResult

__all__ = ["Pairing", "Place", "is_asked_elsewhere", "is_paired", "pair"]


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
        id that stands before every call of it is an orphan. Each place has a list. A result
        whose call a server holds (`AskedElsewhere`) answers no call here and is no orphan.

    Complexity: O(nodes + calls + results).

    Raises:
        InvalidMessages: something there is no message.

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
            if not is_asked_elsewhere(node):
                results.setdefault(node.call_id, []).append(index)
        elif not isinstance(node, NODES):
            refuse(index, node)
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


def is_asked_elsewhere(node: Node) -> bool:
    """Say whether *node* is a result whose call is not here, but held by a server.

    Contract:
        The mark `AskedElsewhere` says so, and nothing else.

    Complexity: O(marks).

    Source: ours; agno-agi/agno#9376 tells what comes of taking such results for orphans.

    Examples:
        >>> from ctxfn.messages import tool_result
        >>> is_asked_elsewhere(tool_result("c1", "42"))
        False
    """
    if type(node) is not ToolResult or not node.marks:
        return False
    return any(type(mark) is AskedElsewhere for mark in node.marks)


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
    for index, node in enumerate(messages):
        if not isinstance(node, NODES):
            refuse(index, node)
        if isinstance(node, ToolResult):
            if is_asked_elsewhere(node):
                continue
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
    """Match the results at *indexes* to the calls *asked*, all of one id, in order of place."""
    by_message: dict[int, list[Place]] = {}
    for place in asked:
        by_message.setdefault(place.message, []).append(place)
    by_parent: dict[str, list[int]] = {}
    for message in by_message:
        by_parent.setdefault(messages[message].id or "", []).append(message)
    rest: deque[int] = deque()
    unanswered = {message: deque(places) for message, places in by_message.items()}
    for index in indexes:
        parent = messages[index].origin.parent
        named = by_parent.get(parent) if parent else None
        if named is None:
            rest.append(index)
            continue
        # The nearest before the result; where none is before, the first.
        message = named[max(bisect_left(named, index) - 1, 0)]
        free = unanswered[message]
        answers[free.popleft() if free else by_message[message][0]].append(index)
    while rest and rest[0] < asked[0].message:
        orphans.append(rest.popleft())
    _fill(by_message, rest, answers)


def _fill(
    by_message: dict[int, list[Place]], rest: deque[int], answers: dict[Place, list[int]]
) -> None:
    """Give the results *rest* to the calls open where they stand, nearest messages first."""
    ends = [*list(by_message)[1:], None]
    still_open: list[Place] = []
    for places, end in zip(by_message.values(), ends, strict=True):
        still_open += [place for place in reversed(places) if not answers[place]]
        here = []
        while rest and (end is None or rest[0] < end):
            here.append(rest.popleft())
        chosen = sorted(still_open.pop() for _ in here[: len(still_open)])
        for place, index in zip(chosen, here, strict=False):
            answers[place].append(index)
        for index in here[len(chosen) :]:
            answers[chosen[-1] if chosen else places[-1]].append(index)
