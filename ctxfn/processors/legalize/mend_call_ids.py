"""Give calls an id the target takes, and their results the same one."""

from __future__ import annotations

import operator
from typing import Annotated

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Place,
    ToolResult,
    calls_in,
    pair,
    reuse,
    with_calls,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.make_call_ids import CallIds
from ctxfn.wire import TextPattern

__all__ = ["mend_call_ids"]


@processor
def mend_call_ids(
    messages: Messages,
    /,
    *,
    length: Annotated[int, Ge(1)] = 40,
    pattern: TextPattern | None = None,
) -> Messages | Changed:
    """Replace call ids that are missing, longer than *length* characters, or unlike *pattern*.

    Contract:
        Such an id becomes a hash of itself, the same everywhere, and two ids never become one.
        A result without an id takes
        the id of a call it follows directly, if as many calls there lack a result as results
        lack an id: in order. A call without an id gets one made of its place, and the next
        result without one, too; a result that no call is left for gets one of its own. Call
        and result change together; ids that are fine stay, and if all are, so does the
        object. Deterministic: the same input, the same ids. Twice is once. Where *length* and
        *pattern* leave no id that is not taken, the others stay as they are, with a note. A
        *pattern* is one character class and how often: what takes linear time.

    Complexity: O(messages + calls).

    Source: catalogue rules ``tool-call-id-missing`` and ``tool-call-id-too-long``; Mistral
    wants nine letters and digits.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> long = "x" * 50
        >>> said = mend_call_ids(chat(assistant(call(long)), tool_result(long, "42")))
        >>> said[0].calls[0].id == said[1].call_id, len(said[1].call_id)
        (True, 24)
        >>> mend_call_ids(chat(assistant(call("c1")), tool_result("", "42")))[1].call_id
        'c1'
        >>> mistral = mend_call_ids(length=9, pattern="[a-zA-Z0-9]{9}")
        >>> mistral(said)[1].call_id
        'ig6jr84rl'
    """
    known = calls_in(messages)
    ids = CallIds(known.ids | known.result_ids, length, pattern)
    if not ids.wrong:
        return messages
    after: list[Node] = list(messages)
    if "" in ids.wrong:
        _take_places(after)
    renamed: dict[int, dict[int, str]] = {}
    for place, results in pair(after).answers.items():
        message = after[place.message]
        assert isinstance(message, Assistant)
        call = message.calls[place.call]
        if call.id not in ids.wrong:
            continue
        made = ids.made_of(call.id, place)
        renamed.setdefault(place.message, {})[place.call] = made
        for index in results:
            after[index] = _renamed(after[index], made)
    for index, named in renamed.items():
        after[index] = _with_ids(after[index], named)
    for index, node in enumerate(after):
        if isinstance(node, ToolResult) and node.call_id in ids.wrong:
            after[index] = _renamed(node, ids.made_of(node.call_id, Place(index, 0)))
    return _told(messages, after, ids)


def _told(messages: Messages, after: list[Node], ids: CallIds) -> Messages | Changed:
    result = reuse(messages, after)
    places = tuple(
        i for i, (old, new) in enumerate(zip(messages, after, strict=True)) if old is not new
    )
    notes: tuple[Note, ...] = ()
    if places:
        notes += (Note("mend_call_ids", "ids-replaced", ids.why, (), places),)
    if ids.exhausted:
        text = "no id that the target takes is left for all calls; some stay as they were"
        notes += (Note("mend_call_ids", "ids-exhausted", text),)
    return Changed(result, notes) if notes else messages


def _take_places(after: list[Node]) -> None:
    """Give results without an id the ids of the calls before them, where the numbers agree."""
    for start, message in enumerate(after):
        if not isinstance(message, Assistant) or not message.calls:
            continue
        run: list[tuple[int, ToolResult]] = []
        for index in range(start + 1, len(after)):
            node = after[index]
            if not isinstance(node, ToolResult):
                break
            run.append((index, node))
        answered = {node.call_id for _, node in run}
        waiting = [call.id for call in message.calls if call.id and call.id not in answered]
        nameless = [(index, node) for index, node in run if not node.call_id]
        if len(waiting) == len(nameless):
            for (index, node), name in zip(nameless, waiting, strict=True):
                after[index] = _renamed(node, name)


def _with_ids(message: Node, ids: dict[int, str]) -> Node:
    if not isinstance(message, Assistant):
        return message
    calls = [
        evolve(call, id=ids[number]) if ids.get(number, call.id) != call.id else call
        for number, call in enumerate(message.calls)
    ]
    return (
        message
        if all(map(operator.is_, calls, message.calls))
        else with_calls(message, tuple(calls))
    )


def _renamed(node: Node, made: str) -> Node:
    if not isinstance(node, ToolResult) or node.call_id == made:
        return node
    return evolve(node, call_id=made, written=None)
