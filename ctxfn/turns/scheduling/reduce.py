"""The scheduler: which input opens, joins or waits for which turn of its session."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.turns.scheduling.effects import (
    Abort,
    ArchiveLoosely,
    DropInput,
    EntryLogged,
    FinishInput,
    HoldReady,
    Join,
    NothingRuns,
    OpenTurn,
    QueueChanged,
    Route,
    RouteLogged,
    SessionEffect,
    TakeSnapshot,
    TurnLogged,
)
from ctxfn.turns.scheduling.events import (
    Drain,
    DropAll,
    Ended,
    Hold,
    NoMoreJoins,
    Offer,
    Release,
    SessionEvent,
    SnapshotAsked,
    StopTurn,
)
from ctxfn.turns.scheduling.inputs import Input
from ctxfn.turns.scheduling.session import Gated, Running, Session, Stop

__all__ = ["reduce"]

_Effects: TypeAlias = tuple[SessionEffect, ...]
_Reduced: TypeAlias = tuple[Session, _Effects]


@blames_arguments
def reduce(state: Session, event: SessionEvent) -> _Reduced:
    """Return the state behind *event*, and what is to be done, in order.

    Contract:
        One turn at a time. What a person sends while a person's turn runs joins it at its next
        insertion point; everything else waits, and opens a turn of its own when that has
        ended: all persons' inputs together, an injection alone. What is stopped leaves its
        record, what is held leaves nothing. Each input has one fate: opened, joined, archived
        loosely, or dropped. An event of a turn that does not run changes nothing.

    Complexity: O(inputs that wait).

    Source: the chat agent's scheduling, rules B1 to B8.

    Raises:
        InvalidArgument: *state* is no session, or *event* no event of one.

    Examples:
        >>> state, effects = reduce(Session(), Offer(Input("h1", "Hi", "session", "web"), 0))
        >>> effects[-1].turn, [one.key for one in effects[-1].inputs]
        ('turn-1', ['h1'])
        >>> state, effects = reduce(state, StopTurn())
        >>> effects
        (Abort(turn='turn-1', stop=Stop(mode='record', reason='stopped', by=None)),)
    """
    check_argument("reduce, state", state, Session, "a Session")
    check_argument("reduce, event", event, SessionEvent, "an event of a session")
    match event:
        case Offer():
            return _offer(state, event.input, event.generation)
        case Drain():
            return _drain(state, event.turn)
        case NoMoreJoins():
            running = _running(state, event.turn)
            return (state if running is None else _running_as(state, accepting=False)), ()
        case Ended():
            return _ended(state, event)
        case StopTurn() | DropAll() | Hold() | Release():
            return _interrupted(state, event)
        case SnapshotAsked():
            return state, (TakeSnapshot(state.name, event.platform),)
        case _:
            assert_never(event)


def _interrupted(state: Session, event: StopTurn | DropAll | Hold | Release) -> _Reduced:
    match event:
        case StopTurn():
            if state.running is None:
                return state, (NothingRuns(),)
            return _stop(state, Stop("record", event.reason, event.by))
        case DropAll():
            return _drop_all(state, event)
        case Hold():
            return _hold(state, event)
        case Release():
            return _release(state)
        case _:
            assert_never(event)


def _running(state: Session, turn: str) -> Running | None:
    running = state.running
    return running if running is not None and running.turn == turn else None


def _running_as(state: Session, *, accepting: bool, stop: Stop | None = None) -> Session:
    running = state.running
    if running is None:
        return state
    kept = running.stop if stop is None else stop
    return evolve(state, running=evolve(running, accepting=accepting, stop=kept))


def _offer(state: Session, given: Input, generation: int) -> _Reduced:
    if state.closed:
        return state, (_route(given, "dropped"), _loose(given))
    if generation != state.generation:
        return state, (_route(given, "dropped"), DropInput(given))
    if state.holds:
        return evolve(state, gate=(*state.gate, Gated(given, generation))), ()
    running = state.running
    if running is None:
        return _open(state, (given,), late=False)
    joins = given.is_human and running.is_human and running.accepting
    state = evolve(state, waiting=(*state.waiting, given))
    route = _route(given, "pending join" if joins else "queued")
    return state, (route, QueueChanged(state.waiting))


def _open(state: Session, batch: tuple[Input, ...], *, late: bool) -> _Reduced:
    turn = f"{state.prefix}{state.next_turn}"
    running = Running(turn, batch, len(batch))
    told = tuple(EntryLogged(one.key, "opened", turn, one.arrival) for one in batch)
    opening = OpenTurn(turn, batch, late and running.is_human)
    return evolve(state, running=running, next_turn=state.next_turn + 1), (*told, opening)


def _drain(state: Session, turn: str) -> _Reduced:
    running = _running(state, turn)
    if running is None or not (running.is_human and running.accepting):
        return state, (Join(turn),)
    joined = tuple(one for one in state.waiting if one.is_human)
    if not joined:
        return state, (Join(turn),)
    left = tuple(one for one in state.waiting if not one.is_human)
    state = evolve(state, waiting=left, running=evolve(running, inputs=running.inputs + joined))
    told = tuple(EntryLogged(one.key, "inserted", turn, one.arrival) for one in joined)
    return state, (Join(turn, joined), *told, QueueChanged(left))


def _ended(state: Session, event: Ended) -> _Reduced:
    running = _running(state, event.turn)
    if running is None:
        return state, ()
    effects: _Effects = (
        _end_line(state, running, event),
        *map(FinishInput, running.inputs),
        *map(_loose, state.aside),
    )
    state = evolve(state, running=None, aside=())
    if state.holds:
        return state, (*effects, HoldReady())
    if not state.waiting:
        return state, effects
    state, opening = _open_next(state)
    return state, (*effects, *opening, QueueChanged(state.waiting))


def _end_line(state: Session, running: Running, event: Ended) -> TurnLogged:
    return TurnLogged(
        running.turn,
        state.name,
        event.outcome,
        None if running.stop is None else running.stop.reason,
        event.milliseconds,
        tuple(one.arrival for one in running.inputs if one.arrival is not None),
    )


def _open_next(state: Session) -> _Reduced:
    """Let the first that waits decide: a person's takes all persons' along, others go alone."""
    if state.waiting[0].is_human:
        batch = tuple(one for one in state.waiting if one.is_human)
        left = tuple(one for one in state.waiting if not one.is_human)
    else:
        batch, left = state.waiting[:1], state.waiting[1:]
    return _open(evolve(state, waiting=left), batch, late=True)


def _stop(state: Session, stop: Stop) -> _Reduced:
    """Stop the running turn; a stop may become one that discards, and nothing else changes it."""
    running = state.running
    if running is None or (running.stop is not None and stop.mode == "record"):
        return state, ()
    return _running_as(state, accepting=False, stop=stop), (Abort(running.turn, stop),)


def _drop_all(state: Session, event: DropAll) -> _Reduced:
    gone, effects = state.waiting, _changed(state)
    if event.reason == "shutdown":
        gone += tuple(one.input for one in state.gate)
        state = evolve(state, closed=True, gate=())
    by = event.by if event.reason == "everything" else None
    state, aborting = _stop(evolve(state, waiting=()), Stop("record", event.reason, by))
    told = tuple(_route(one, "dropped") for one in gone)
    if state.running is not None:
        return evolve(state, aside=state.aside + gone), (*aborting, *told, *effects)
    return state, (*told, *map(_loose, gone), *effects)


def _hold(state: Session, event: Hold) -> _Reduced:
    gone, effects = state.waiting + state.aside, _changed(state)
    told = tuple(_route(one, "dropped") for one in state.waiting)
    deleted = event.reason == "delete"
    state = evolve(
        state,
        holds=state.holds + 1,
        waiting=(),
        aside=(),
        generation=state.generation + deleted,
    )
    ready = () if state.running is not None else (HoldReady(),)
    state, aborting = _stop(state, Stop("discard", event.reason))
    return state, (*told, *map(DropInput, gone), *aborting, *ready, *effects)


def _release(state: Session) -> _Reduced:
    if not state.holds:
        return state, ()
    state = evolve(state, holds=state.holds - 1)
    if state.holds:
        return state, ()
    gate = state.gate
    effects: _Effects = ()
    state = evolve(state, gate=())
    for one in gate:
        state, more = _offer(state, one.input, one.generation)
        effects = (*effects, *more)
    return state, effects


def _changed(state: Session) -> _Effects:
    return (QueueChanged(()),) if state.waiting else ()


def _loose(given: Input) -> SessionEffect:
    return ArchiveLoosely(given) if given.is_kept else FinishInput(given)


def _route(given: Input, route: Route) -> RouteLogged:
    return RouteLogged(given.key, route, given.arrival)
