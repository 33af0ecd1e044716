"""Questions that several rules ask of a conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ctxfn.lint.rule import Path
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Pairing,
    Place,
    ToolResult,
    is_paired,
    pair,
)

__all__ = ["OpenCall", "call_place", "faulty_pairing", "open_calls", "run_of_results"]

_NOTHING: Final = Pairing({}, [])


class OpenCall(NamedTuple):
    """A call without a result; `at_end`: nothing but results of its siblings follows it."""

    place: Place
    call: Call
    at_end: bool


def faulty_pairing(messages: Messages) -> Pairing:
    """Pair *messages* if something about their calls and results is amiss, else say nothing.

    Complexity: O(nodes).
    """
    return _NOTHING if is_paired(messages) else pair(messages)


def open_calls(messages: Messages) -> Iterator[OpenCall]:
    """Yield the calls that nothing answers, in order.

    Complexity: O(nodes).
    """
    last = len(messages) - 1
    while last >= 0 and isinstance(messages[last], ToolResult):
        last -= 1
    for place, results in faulty_pairing(messages).answers.items():
        message = messages[place.message]
        if not results and isinstance(message, Assistant):
            yield OpenCall(place, message.calls[place.call], place.message == last)


def call_place(one: OpenCall) -> Path:
    """Return where the id of an open call is written."""
    return ("tool_calls", one.place.call, "id")


def run_of_results(messages: Messages, start: int) -> int:
    """Return the index behind the results that follow the message at *start* directly."""
    end = start + 1
    while end < len(messages) and isinstance(messages[end], ToolResult):
        end += 1
    return end
