"""Lay a conversation out anew: every call directly followed by its one result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Node,
    Place,
    Text,
    ToolResult,
    User,
    has_content,
    is_blank,
    pair,
    with_calls,
    with_parts,
)
from ctxfn.processors.clean.absorb_text import absorb_text, absorbed_by
from ctxfn.processors.clean.clear_calls import Asked, clear_calls
from ctxfn.processors.clean.stand_in import STEP, is_stand_in, stand_in

__all__ = ["LateResult", "MissingResult", "OpenCalls", "OrphanResult", "Rules", "answer_calls"]
__all__ += ["is_speechless"]

MissingResult: TypeAlias = Literal["answer", "drop_call"]
OrphanResult: TypeAlias = Literal["drop", "keep_as_text"]
LateResult: TypeAlias = Literal["drop", "replace", "keep_as_text"]
OpenCalls: TypeAlias = Literal["answer", "leave"]

_ORPHAN_LABEL: Final = "Result of a tool call that is no longer in this conversation"
_LATE_LABEL: Final = "Further result of the tool call above"


@frozen
class Rules:
    """The options of `pair_tool_results`."""

    missing: MissingResult
    orphan: OrphanResult
    late: LateResult
    open_calls: OpenCalls
    wording: str


class Plan(NamedTuple):
    """What will become of the damaged messages and results, by their index."""

    asked: dict[int, list[Asked]]
    absorbed: dict[int, list[int]]
    taken: frozenset[int]


def answer_calls(
    nodes: Sequence[Node], suspects: frozenset[str], kept: frozenset[str], rules: Rules
) -> tuple[list[Node], list[Note]]:
    """Pair the calls and results whose ids are *suspects*; leave all others as they stand.

    *kept* are ids of calls inside cards: their results stay where they are.
    """
    notes: list[Note] = []
    plan = _planned(nodes, suspects, notes)
    gone = frozenset(place for run in plan.absorbed.values() for place in run)
    after: list[Node] = []
    for index, node in enumerate(nodes):
        if index in plan.asked and isinstance(node, Assistant):
            after.extend(_answered(nodes, index, plan, rules, notes))
        elif isinstance(node, ToolResult) and node.call_id in suspects:
            if index not in plan.taken:
                after.extend(_orphan(index, node, kept, rules, notes))
        elif index not in gone:
            after.append(node)
    return after, notes


def is_speechless(result: ToolResult) -> bool:
    """Say whether nothing in *result* but perhaps its error tells what came out."""
    return all(isinstance(part, Text) and is_blank(part.text) for part in result.parts)


def _planned(nodes: Sequence[Node], suspects: frozenset[str], notes: list[Note]) -> Plan:
    places = [index for index, node in enumerate(nodes) if _concerned(node, suspects)]
    answers = _answers(nodes, places)
    fresh = _Fresh(nodes)
    asked: dict[int, list[Asked]] = {}
    absorbed: dict[int, list[int]] = {}
    for place in places:
        node = nodes[place]
        if isinstance(node, Assistant):
            asked[place] = clear_calls(place, node, answers, fresh, notes)
            results = frozenset(index for one in asked[place] for index in one.results)
            run = absorbed_by(nodes, place, results)
            if run:
                absorbed[place] = run
    taken = frozenset(i for calls in asked.values() for one in calls for i in one.results)
    return Plan(asked, absorbed, taken)


def _answers(nodes: Sequence[Node], places: list[int]) -> dict[Place, list[int]]:
    """Pair what stands at *places*; results behind their call come before those in front of it.

    A result in front of all calls of a reused id answers the first of them that has no other.
    """
    pairing = pair([nodes[place] for place in places])
    for orphan in pairing.orphans:
        node = nodes[places[orphan]]
        for (asker, number), results in pairing.answers.items():
            message = nodes[places[asker]]
            if results or not isinstance(message, Assistant) or not isinstance(node, ToolResult):
                continue
            if message.calls[number].id == node.call_id:
                results.append(orphan)
                break
    return {
        Place(places[asker], number): sorted(
            (places[one] for one in results), key=lambda place: (place < places[asker], place)
        )
        for (asker, number), results in pairing.answers.items()
    }


def _concerned(node: Node, suspects: frozenset[str]) -> bool:
    if isinstance(node, ToolResult):
        return node.call_id in suspects
    return isinstance(node, Assistant) and any(call.id in suspects for call in node.calls)


class _Fresh:
    """Makes ids that no call or result of *nodes* has, the same ones every time."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._known: set[str] | None = None

    def __call__(self, call_id: str) -> str:
        if self._known is None:
            self._known = {node.call_id for node in self._nodes if isinstance(node, ToolResult)}
            for node in self._nodes:
                self._known.update(call.id for call in getattr(node, "calls", ()))
        made = next(n for n in (f"{call_id}_{i}" for i in count(2)) if n not in self._known)
        self._known.add(made)
        return made


def _answered(
    nodes: Sequence[Node], index: int, plan: Plan, rules: Rules, notes: list[Note]
) -> Iterator[Node]:
    message = _whole(nodes, index, plan, notes)
    asked = plan.asked[index]
    results: list[Node] = []
    late: list[Node] = []
    calls = []
    may_stay_open = rules.open_calls == "leave" and _is_last(nodes, index, asked, rules)
    for call, places in asked:
        chosen = _chosen(nodes, places, rules)
        if chosen is not None:
            results.append(_spoken(nodes[chosen], call.id))
            late.extend(_repeats(nodes, chosen, places, rules, notes))
        elif not may_stay_open:
            made = f"the call {call.id!r} has no result"
            if rules.missing == "drop_call":
                notes.append(Note(STEP, "dropped-call", f"{made}: dropped", (call.id,), (index,)))
                continue
            results.append(stand_in(message, call, rules.wording))
            notes.append(Note(STEP, "stand-in", f"{made}: one was made up", (call.id,), (index,)))
        calls.append(call)
    same = len(calls) == len(message.calls) and all(map(_is, calls, message.calls))
    message = message if same else with_calls(message, tuple(calls))
    if same or has_content(message):
        yield message
    yield from results
    yield from late


def _is(one: object, other: object) -> bool:
    return one is other


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


def _is_last(nodes: Sequence[Node], index: int, asked: list[Asked], rules: Rules) -> bool:
    """Say whether nothing will follow the message but its own results."""
    own = {place for one in asked for place in one.results}
    rest = [place for place in range(index + 1, len(nodes)) if place not in own]
    if rules.orphan == "drop":
        rest = [place for place in rest if not isinstance(nodes[place], ToolResult)]
    return not rest


def _chosen(nodes: Sequence[Node], places: list[int], rules: Rules) -> int | None:
    results = [(place, node) for place in places if isinstance(node := nodes[place], ToolResult)]
    real = [(place, result) for place, result in results if not is_stand_in(result)]
    usable = [
        place
        for place, result in real
        if not is_speechless(result) or (result.error and not is_blank(result.error.message))
    ]
    if usable:
        return usable[-1 if rules.late == "replace" else 0]
    return next((place for place, _ in real or results), None)


def _spoken(node: Node, call_id: str) -> ToolResult:
    """Return the result under *call_id*, with the words of its error where it has no others."""
    assert isinstance(node, ToolResult)
    if node.call_id != call_id:
        node = evolve(node, call_id=call_id, written=None)
    if node.error is not None and not is_blank(node.error.message) and is_speechless(node):
        return with_parts(node, (Text(node.error.message),))
    return node


def _repeats(
    nodes: Sequence[Node], chosen: int, places: list[int], rules: Rules, notes: list[Note]
) -> Iterator[Node]:
    for place in places:
        node = nodes[place]
        if place == chosen or not isinstance(node, ToolResult):
            continue
        new = node.parts != nodes[chosen].parts and not is_speechless(node)
        if rules.late == "keep_as_text" and new and not is_stand_in(node):
            yield _demoted(place, node, _LATE_LABEL, notes)
            continue
        text = f"another result of the call {node.call_id!r} was dropped: one is enough"
        notes.append(Note(STEP, "repeated-result", text, _named(node), (place,)))


def _orphan(
    place: int, node: ToolResult, kept: frozenset[str], rules: Rules, notes: list[Note]
) -> Iterator[Node]:
    if node.call_id in kept:
        yield node
    elif rules.orphan == "keep_as_text" and not is_speechless(node) and not is_stand_in(node):
        yield _demoted(place, node, _ORPHAN_LABEL, notes)
    else:
        text = f"a result without its call {node.call_id!r} was dropped"
        notes.append(Note(STEP, "orphan-result", text, _named(node), (place,)))


def _demoted(place: int, node: ToolResult, label: str, notes: list[Note]) -> User:
    """Turn a result into a user message that says what it is; it is not ours: a tool said it."""
    tool = node.tool if isinstance(node.tool, str) else getattr(node.tool, "api", "")
    heading = Text(f"{label} ({tool}):" if tool else f"{label}:")
    text = f"a result of the call {node.call_id!r} is now text: it has no place of its own"
    notes.append(Note(STEP, "result-as-text", text, _named(node), (place,)))
    return User(
        (heading, *node.parts), node.id, None, node.blocks, node.marks, node.origin, node.extras
    )


def _named(node: ToolResult) -> tuple[str, ...]:
    return tuple(one for one in (node.id, node.call_id) if one)
