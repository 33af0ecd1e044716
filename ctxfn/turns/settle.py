"""Settling: how a turn ends, whatever became of it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.turns.exchange import (
    AfterTurn,
    AnswerValue,
    Archive,
    Failed,
    LineTold,
    NoticeTold,
    NotSaved,
    StreamEnded,
    TurnEnded,
    TurnFinal,
    TurnRequest,
)
from ctxfn.turns.scheduling import Outcome
from ctxfn.turns.settled_marks import record_mark, record_of, stop_mark
from ctxfn.turns.stored import Stored
from ctxfn.turns.turn_state import Moved, Now, Phase, TurnState, ask

__all__ = ["end", "end_stream", "on_settled", "save_next", "settle", "settle_error", "was_saved"]

#: From here on it is known that nothing joins any more.
_FINAL: Final[frozenset[Phase]] = frozenset({"reply", "retry", "store", "send"})


def end_stream(state: TurnState) -> Moved:
    """Say once that nothing more is streamed."""
    if state.stream_ended:
        return state, ()
    return evolve(state, stream_ended=True), (StreamEnded(state.limit_hit),)


def settle(state: TurnState, outcome: Outcome, now: Now) -> Moved:
    """Write down how the turn ended, and let hooks know."""
    final = state.stop is not None or state.phase in _FINAL
    state, told = end_stream(state)
    if not final:
        told = (TurnFinal(state.turn), *told)
    marks = () if state.discards else _marks(state, outcome, now)
    state = evolve(state, outcome=outcome, saving=marks, batch=())
    state, more = _next_mark(state)
    return state, (*told, *more)


def settle_error(state: TurnState, error: str, now: Now) -> Moved:
    """Say what went wrong, and end."""
    state, told = end_stream(state)
    notice = NoticeTold(state.wording.error.replace("{message}", error), state.turn)
    said: tuple[TurnRequest, ...] = () if state.discards else (notice,)
    state, more = settle(evolve(state, error=error), "error", now)
    return state, (*told, *said, *more)


def _marks(state: TurnState, outcome: Outcome, now: Now) -> tuple[Stored, ...]:
    if state.recorded:
        return ()
    record = record_mark(state.turn, record_of(state.lead, outcome), now.at_ms)
    if outcome != "aborted" or not state.kept:
        return (record,)
    by = None if state.stop is None else state.stop.by
    stop = stop_mark(state.turn, by, state.place, state.inputs, state.wording, now.at_ms)
    return (stop, record)


def save_next(state: TurnState) -> Moved | None:
    """Ask to store what is next, if something is; they are stored one after the other."""
    if not state.saving or state.discards:
        return None
    first, *rest = state.saving
    return ask(evolve(state, saving=tuple(rest)), state.phase, Archive(first))


def was_saved(state: TurnState, value: AnswerValue) -> Moved:
    """Note whether it is in the archive; that there is none is no failure."""
    if isinstance(value, NotSaved | Failed):
        error = value.error
        return state, () if error is None else (LineTold("archive failed", error),)
    return evolve(state, kept=True), ()


def on_settled(state: TurnState, value: AnswerValue, _: Now) -> Moved:
    """Go on when a mark is stored."""
    state, told = was_saved(state, value)
    state, more = _next_mark(state)
    return state, (*told, *more)


def _next_mark(state: TurnState) -> Moved:
    saving = save_next(evolve(state, phase="settle"))
    if saving is not None:
        return saving
    told = state.told_outcome or state.outcome or "error"
    return ask(evolve(state, saving=()), "after", AfterTurn(told))


def end(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """End, once hooks know."""
    told: tuple[TurnRequest, ...] = ()
    if isinstance(value, Failed):
        told = (LineTold("a hook after the turn failed", value.error),)
    outcome = state.outcome or "error"
    ended = TurnEnded(state.turn, outcome, max(0, now.at_ms - state.opened_ms), state.error)
    return evolve(state, phase="done", awaited=()), (*told, ended)
