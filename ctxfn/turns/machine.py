"""The machine of one turn: an answer in, the next asks out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.messages import Message
from ctxfn.turns.asking import on_built, on_called, on_inserted, on_joined, on_listed
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.exchange import Answer, AnswerValue, CancelCall
from ctxfn.turns.opening import on_archived, on_before, on_prepared
from ctxfn.turns.reply import on_checked, on_retried, on_sent, on_stored
from ctxfn.turns.scheduling import Stop
from ctxfn.turns.settle import end, on_settled, settle
from ctxfn.turns.tools_phase import on_grouped, on_responded, on_tool
from ctxfn.turns.turn_state import Moved, Now, Phase, TurnState

__all__ = ["step", "stop_turn"]

_On: TypeAlias = Callable[[TurnState, AnswerValue, Now], Moved]

_ON: Final[Mapping[Phase, _On]] = MappingProxyType(
    {
        "before": on_before,
        "archive": on_archived,
        "prepare": on_prepared,
        "build": on_built,
        "list": on_listed,
        "insert": on_inserted,
        "join": on_joined,
        "call": on_called,
        "response": on_responded,
        "group": on_grouped,
        "reply": on_checked,
        "retry": on_retried,
        "store": on_stored,
        "send": on_sent,
        "settle": on_settled,
        "after": end,
    }
)

#: From here on a stop comes too late.
_TOO_LATE: Final = frozenset({"store", "send", "settle", "after", "done"})


@blames_arguments
def step(
    state: TurnState,
    answer: Answer,
    *,
    estimate: Callable[[Message], int] = estimate_message,
    estimate_text: Callable[[str], int] = estimate_characters,
) -> Moved:
    """Return the turn behind *answer*, and what it asks and tells next.

    Contract:
        Each ask is answered once, by its number; an answer nobody waits for changes nothing. The
        calls of a batch are asked for together and answered in any order. Once the turn has
        ended it asks nothing.

    Complexity: O(entries of the list).

    Source: the chat agent's turns, rules C1 and C2.

    Raises:
        InvalidArgument: *state* is no turn, or *answer* no answer.

    Examples:
        >>> from ctxfn.turns import Input, begin
        >>> from ctxfn.turns.exchange import Passed
        >>> state, _ = begin("t1", (Input("1", "Hi", "session", "web"),))
        >>> state, requests = step(state, Answer(1, Passed()))
        >>> state.phase, requests[0].ask.stored.entry
        ('archive', 'opened')
        >>> step(state, Answer(7, Passed())) == (state, ())
        True
    """
    check_argument("step, state", state, TurnState, "a TurnState")
    check_argument("step, answer", answer, Answer, "an Answer")
    awaited = tuple(one for one in state.awaited if one.number != answer.number)
    if len(awaited) == len(state.awaited):
        return state, ()
    state, now = evolve(state, awaited=awaited), Now(answer.at_ms, estimate, estimate_text)
    if state.phase == "tools":
        return on_tool(state, answer.number, answer.value, now)
    return _ON[state.phase](state, answer.value, now)


@blames_arguments
def stop_turn(state: TurnState, stop: Stop, *, at_ms: int = 0) -> Moved:
    """Return the turn once *stop* was said.

    Contract:
        A call of the model is cancelled; what else was asked is awaited, and then the turn
        ends. Tools that run are waited for, and their group is kept if the turn leaves a record.
        A reply that is on its way is said, unless the session goes. Of two stops the first
        counts, but that one that discards counts above one that does not.

    Complexity: O(1).

    Source: the chat agent's stops, rule C3.

    Raises:
        InvalidArgument: *state* is no turn, or *stop* no stop.

    Examples:
        >>> from ctxfn.turns import Input, begin
        >>> state, _ = begin("t1", (Input("1", "Hi", "session", "web"),))
        >>> stop_turn(state, Stop("record", "stopped"))[0].stop.reason
        'stopped'
    """
    check_argument("stop_turn, state", state, TurnState, "a TurnState")
    check_argument("stop_turn, stop", stop, Stop, "a Stop")
    if state.phase == "done" or (state.stop is not None and stop.mode == "record"):
        return state, ()
    if state.phase in _TOO_LATE:
        return (evolve(state, stop=stop) if stop.mode == "discard" else state), ()
    state = evolve(state, stop=stop)
    if state.phase not in ("call", "retry"):
        return state, ()
    cancelled = tuple(CancelCall(one.number) for one in state.awaited)
    state, told = settle(evolve(state, awaited=()), "aborted", Now(at_ms))
    return state, (*cancelled, *told)
