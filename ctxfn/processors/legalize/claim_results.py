"""Give results under an id that no call has to the calls right before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    CallsIn,
    Messages,
    Node,
    Place,
    ToolResult,
    calls_in,
    is_asked_elsewhere,
    is_paired,
    pair,
    reuse,
)
from ctxfn.pipeline import Changed, processor

__all__ = ["claim_results", "claimed_results"]


@processor
def claim_results(messages: Messages, /) -> Messages | Changed:
    """Give each result whose id no call has to an unanswered call right before it, by place.

    A store or a proxy that makes up ids writes the right results, in the right order, under ids
    that nobody knows; taken for orphans they would go, and their calls be answered by nothing.

    Contract:
        Only where an answer has as many calls without a result as results with an unknown id
        stand directly behind it: then the first belongs to the first. Other numbers decide
        nothing, and all stays as it is; so it does where calls have no ids, or share one. Each result is noted. Nothing to claim: the same
        object. Twice is once.

    Complexity: O(nodes + calls).

    Source: catalogue rule ``tool-result-wrong-id``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> said = chat(assistant("", call("t1"), call("t2")), tool_result("x"), tool_result("x"))
        >>> [result.call_id for result in claim_results(said)[1:]]
        ['t1', 't2']
    """
    claimed = claimed_results(messages)
    if not claimed:
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place, call_id in claimed.items():
        result = after[place]
        assert isinstance(result, ToolResult)
        ids = () if result.id is None else (result.id,)
        text = f"no call has the id {result.call_id!r}: taken as the result of {call_id!r}"
        notes.append(Note("claim_results", "claimed-result", text, ids, (place,)))
        after[place] = evolve(result, call_id=call_id)
    return Changed(reuse(messages, after), tuple(notes))


def claimed_results(messages: Sequence[Node]) -> dict[int, str]:
    """Return by its place each result that an open call claims, and the id of that call.

    Contract:
        As `claim_results`; in order of place.

    Complexity: O(nodes + calls).

    Source: catalogue rule ``tool-result-wrong-id``.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result
        >>> claimed_results([assistant(call("t1")), tool_result("x")])
        {1: 't1'}
    """
    known = calls_in(messages)
    if known.is_in_order:
        return {}
    if len(known.ids) == len(known.calls):
        # Where no id comes twice, ids alone decide which result is whose.
        strays = _of_unknown_ids(messages, known)
        answered = _answered(known) if strays else frozenset()
        return _claimed(
            messages, strays, lambda _, node: [c.id for c in node.calls if c.id not in answered]
        )
    if is_paired(messages):
        return {}
    pairing = pair(messages)
    return _claimed(
        messages,
        pairing.orphans,
        lambda place, node: [
            call.id
            for number, call in enumerate(node.calls)
            if not pairing.answers[Place(place, number)]
        ],
    )


def _of_unknown_ids(messages: Sequence[Node], known: CallsIn) -> list[int]:
    """List the places of results that no call has, if calls here had to have them."""
    if known.result_ids <= known.ids:
        return []
    ids = known.ids
    return [
        place
        for place, node in enumerate(messages)
        if type(node) is ToolResult and node.call_id not in ids and not is_asked_elsewhere(node)
    ]


def _answered(known: CallsIn) -> frozenset[str]:
    return frozenset(
        [node.call_id for node in known.results if not (node.marks and is_asked_elsewhere(node))]
    )


def _claimed(
    messages: Sequence[Node],
    strays: Sequence[int],
    open_calls: Callable[[int, Assistant], list[str]],
) -> dict[int, str]:
    """Map the places of *strays*, in order, to the ids of the calls right before them."""
    claimed: dict[int, str] = {}
    behind: dict[int, list[int]] = {}
    start, end = -1, -1
    for place in strays:
        if place > end:
            start, end = _run_around(messages, place)
        behind.setdefault(start, []).append(place)
    for start, found in behind.items():
        node = messages[start] if start >= 0 else None
        if not isinstance(node, Assistant) or not node.calls:
            continue
        waiting = open_calls(start, node)
        if len(found) == len(waiting) == len(set(waiting)) and all(waiting):
            claimed.update(zip(found, waiting, strict=True))
    return claimed


def _run_around(messages: Sequence[Node], place: int) -> tuple[int, int]:
    """Return the place before the run of results in which *place* is, and the last one of it."""
    start = end = place
    while start >= 0 and isinstance(messages[start], ToolResult):
        start -= 1
    while end + 1 < len(messages) and isinstance(messages[end + 1], ToolResult):
        end += 1
    return start, end
