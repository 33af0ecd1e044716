"""Name calls that name no tool."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Pairing,
    Place,
    ToolName,
    ToolResult,
    pair,
    reuse,
    with_calls,
)
from ctxfn.pipeline import Changed, processor

__all__ = ["name_calls"]


@processor
def name_calls(messages: Messages, /, *, unknown: str = "unknown_tool") -> Messages | Changed:
    """Give a name to each call that has none: that of its result, else *unknown*.

    Contract:
        Results that name no tool stay so. Each message changed is noted. Every call has its
        name: the same object.

    Complexity: O(calls), and a pairing if a name is missing.

    Source: catalogue rule ``history-tool-name``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> name_calls(chat(assistant("", call("c1", "")), tool_result("c1", "42")))[0].calls[0].tool
        'unknown_tool'
    """
    nameless = [
        place
        for place, node in enumerate(messages)
        if isinstance(node, Assistant) and not all(call.tool for call in node.calls)
    ]
    if not nameless:
        return messages
    pairing = pair(messages)
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place in nameless:
        node = after[place]
        assert isinstance(node, Assistant)
        calls = tuple(
            _named(call, Place(place, number), pairing, messages, unknown)
            for number, call in enumerate(node.calls)
        )
        after[place] = with_calls(node, calls)
        ids = tuple(call.id for call in node.calls if not call.tool)
        notes.append(Note("name_calls", "call-named", "calls named no tool", ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def _named(call: Call, place: Place, pairing: Pairing, messages: Messages, unknown: str) -> Call:
    if call.tool:
        return call
    return evolve(call, tool=_name_of(pairing.answers[place], messages) or unknown)


def _name_of(results: list[int], messages: Messages) -> ToolName | str | None:
    for index in results:
        result = messages[index]
        if isinstance(result, ToolResult) and result.tool:
            return result.tool
    return None
