"""Give results under an id that no call has to the calls right before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Place,
    ToolResult,
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
    if is_paired(messages):
        return {}
    strays, open_calls = _unmatched(messages)
    claimed: dict[int, str] = {}
    for place, node in enumerate(messages) if strays else ():
        if not isinstance(node, Assistant) or not node.calls:
            continue
        waiting = open_calls(place, node)
        end = place + 1
        while end < len(messages) and isinstance(messages[end], ToolResult):
            end += 1
        found = [index for index in range(place + 1, end) if index in strays]
        if len(found) == len(waiting) == len(set(waiting)) and all(waiting):
            claimed.update(zip(found, waiting, strict=True))
    return claimed


def _unmatched(
    messages: Sequence[Node],
) -> tuple[set[int], Callable[[int, Assistant], list[str]]]:
    """Return the places of results that no call has, and what tells the ids of open calls."""
    asked = [call.id for node in messages if type(node) is Assistant for call in node.calls]
    known = set(asked)
    if len(known) == len(asked):
        # Where no id comes twice, ids alone decide which result is whose.
        given = {
            place: node.call_id
            for place, node in enumerate(messages)
            if type(node) is ToolResult and not (node.marks and is_asked_elsewhere(node))
        }
        answered = set(given.values())
        strays = {place for place, call_id in given.items() if call_id not in known}
        return strays, lambda _, node: [c.id for c in node.calls if c.id not in answered]
    pairing = pair(messages)
    return set(pairing.orphans), lambda place, node: [
        call.id
        for number, call in enumerate(node.calls)
        if not pairing.answers[Place(place, number)]
    ]
