"""Lay a conversation out anew: every call directly followed by its one result."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxfn.context import Note
from ctxfn.messages import Assistant, Node, ToolResult, has_content, with_calls
from ctxfn.processors.clean.absorb_text import absorb_text, absorbed_by
from ctxfn.processors.clean.choose_result import chosen_of, orphaned, others_of, spoken
from ctxfn.processors.clean.clear_calls import Asked, clear_calls
from ctxfn.processors.clean.find_concerned import (
    Concerned,
    Fresh,
    answers_among,
    find_concerned,
)
from ctxfn.processors.clean.pairing_rules import Rules
from ctxfn.processors.clean.stand_in import STEP, stand_in

__all__ = ["answer_calls"]


class Plan(NamedTuple):
    """What will become of the damaged messages and results, by their index."""

    asked: dict[int, list[Asked]]
    absorbed: dict[int, list[int]]
    taken: frozenset[int]
    last: int


def answer_calls(nodes: list[Node], rules: Rules) -> tuple[list[Node], list[Note]]:
    """Pair what calls and results are not in their places; leave all others as they stand."""
    notes: list[Note] = []
    concerned = find_concerned(nodes, rules.open_calls == "leave")
    plan = _planned(nodes, concerned, notes)
    instead: dict[int, tuple[Node, ...]] = {}
    for place in concerned.asking:
        instead[place] = tuple(_answered(nodes, place, plan, rules, notes))
    for run in plan.absorbed.values():
        instead.update(dict.fromkeys(run, ()))
    instead.update(dict.fromkeys(concerned.results, ()))
    for place in concerned.results:
        if place not in plan.taken:
            instead[place] = tuple(orphaned(nodes, place, rules, notes))
    after: list[Node] = []
    start = 0
    for place in sorted(instead):
        after.extend(nodes[start:place])
        after.extend(instead[place])
        start = place + 1
    after.extend(nodes[start:])
    return after, sorted(notes, key=lambda note: note.places)


def _planned(nodes: list[Node], concerned: Concerned, notes: list[Note]) -> Plan:
    answers = answers_among(nodes, sorted(concerned.asking + concerned.results))
    fresh = Fresh(nodes)
    asked: dict[int, list[Asked]] = {}
    absorbed: dict[int, list[int]] = {}
    for place in concerned.asking:
        message = nodes[place]
        assert isinstance(message, Assistant)
        asked[place] = clear_calls(place, message, answers, fresh, notes)
        results = frozenset(index for one in asked[place] for index in one.results)
        run = absorbed_by(nodes, place, results)
        if run:
            absorbed[place] = run
    taken = frozenset(i for calls in asked.values() for one in calls for i in one.results)
    last = len(nodes) - 1
    while last >= 0 and isinstance(nodes[last], ToolResult):
        last -= 1
    return Plan(asked, absorbed, taken, last)


def _answered(
    nodes: Sequence[Node], index: int, plan: Plan, rules: Rules, notes: list[Note]
) -> Iterator[Node]:
    message = _whole(nodes, index, plan, notes)
    asked = plan.asked[index]
    results: list[Node] = []
    late: list[Node] = []
    calls = []
    behind = _run_behind(nodes, index, plan.absorbed.get(index, ()))
    may_stay_open = rules.open_calls == "leave" and _is_last(nodes, index, plan, rules)
    for call, places in asked:
        chosen = chosen_of(nodes, places, rules)
        if chosen is not None:
            results.append(spoken(nodes[chosen], call.id))
            if not index < chosen < behind:
                moved = f"the result of the call {call.id!r} was moved behind it"
                notes.append(Note(STEP, "moved-result", moved, (call.id,), (chosen,)))
            late.extend(others_of(nodes, chosen, places, rules, notes))
        elif not may_stay_open:
            made = f"the call {call.id!r} has no result"
            if rules.missing == "drop_call":
                notes.append(Note(STEP, "dropped-call", f"{made}: dropped", (call.id,), (index,)))
                continue
            results.append(stand_in(message, call, rules.wording))
            notes.append(Note(STEP, "stand-in", f"{made}: one was made up", (call.id,), (index,)))
        calls.append(call)
    same = len(calls) == len(message.calls) and all(map(operator.is_, calls, message.calls))
    message = message if same else with_calls(message, tuple(calls))
    if same or has_content(message):
        yield message
    yield from results
    yield from late


def _run_behind(nodes: Sequence[Node], index: int, absorbed: Sequence[int]) -> int:
    """Return the index behind the results that follow the message, and words it takes in."""
    end = index + 1
    while end < len(nodes) and (isinstance(nodes[end], ToolResult) or end in absorbed):
        end += 1
    return end


def _whole(nodes: Sequence[Node], index: int, plan: Plan, notes: list[Note]) -> Assistant:
    message = nodes[index]
    assert isinstance(message, Assistant)
    places = plan.absorbed.get(index)
    if not places:
        return message
    said = [node for place in places if isinstance(node := nodes[place], Assistant)]
    ids = tuple(one.id for one in said if one.id is not None)
    text = "words between a wordless call and its result are now said with the call"
    notes.append(Note(STEP, "joined-text", text, ids, tuple(places)))
    return absorb_text(message, said)


def _is_last(nodes: Sequence[Node], index: int, plan: Plan, rules: Rules) -> bool:
    """Say whether nothing will follow the message but its own results."""
    if index != plan.last:
        return False
    asked = plan.asked[index]
    if rules.late == "keep_as_text" and any(len(one.results) > 1 for one in asked):
        return False
    own = sum(place > index for one in asked for place in one.results)
    return rules.orphan == "drop" or own == len(nodes) - 1 - index
