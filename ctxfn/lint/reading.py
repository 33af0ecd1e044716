"""Questions that several rules ask of a conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ctxfn.lint.rule import Found, Path
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Pairing,
    Place,
    ToolResult,
    calls_in,
    is_paired,
    pair,
)
from ctxfn.wire import Conversation, Profile

__all__ = [
    "OpenCall",
    "all_in_place",
    "call_place",
    "faulty_pairing",
    "nothing_alone",
    "open_calls",
    "runs_of_results",
]

_NOTHING: Final = Pairing({}, [])


class _Last:
    """The messages asked about last, and how they pair: several rules ask about the same.

    Records do not change, so it only saves work. It holds one conversation; question and answer
    are one value, so threads may share it.
    """

    def __init__(self) -> None:
        self.asked: tuple[Messages | None, Pairing] = (None, _NOTHING)


_LAST: Final = _Last()


class OpenCall(NamedTuple):
    """A call without a result; `at_end`: nothing but results of its siblings follows it."""

    place: Place
    call: Call
    at_end: bool


def faulty_pairing(messages: Messages) -> Pairing:
    """Pair *messages* if something about their calls and results is amiss, else say nothing.

    Complexity: O(nodes) the first time, O(1) for the messages asked about last.
    """
    before, pairing = _LAST.asked
    if before is not messages:
        pairing = _NOTHING if is_paired(messages) else pair(messages)
        _LAST.asked = messages, pairing
    return pairing


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


def all_in_place(messages: Messages) -> bool:
    """Say whether each id is asked for once and answered once, right behind: all that most need.

    Then `pair` finds nothing to say either, and takes longer.

    Complexity: O(nodes + calls) the first time, O(1) for the messages asked about last.
    """
    return calls_in(messages).is_in_order


def call_place(one: OpenCall) -> Path:
    """Return where the id of an open call is written."""
    return ("tool_calls", one.place.call, "id")


def runs_of_results(messages: Messages) -> list[int]:
    """Return for each place the index behind the results that follow it directly.

    Complexity: O(nodes), for all of them at once: a run may follow many calls.
    """
    ends = [0] * len(messages)
    end = len(messages)
    for place in range(len(messages) - 1, -1, -1):
        ends[place] = end
        if not isinstance(messages[place], ToolResult):
            end = place
    return ends


def nothing_alone(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    """Find nothing: one request does not show it, two do.

    Complexity: O(1).
    """
    yield from ()
