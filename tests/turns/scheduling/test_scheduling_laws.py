"""The scheduler under any sequence of events, beside a model of it and with its invariants."""

from __future__ import annotations

from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ctxfn.turns.scheduling import (
    Abort,
    ArchiveLoosely,
    Drain,
    DropAll,
    DropInput,
    Ended,
    EntryLogged,
    FinishInput,
    Hold,
    HoldReady,
    Input,
    Join,
    NoMoreJoins,
    NothingRuns,
    Offer,
    OpenTurn,
    Person,
    QueueChanged,
    Release,
    RouteLogged,
    Session,
    SessionEffect,
    SessionEvent,
    SnapshotAsked,
    StopTurn,
    TurnLogged,
    reduce,
)
from tests.turns.scheduling.scheduling_model import Model, Name, Told

BY = Person("web", "ann")

FATES = {
    ArchiveLoosely: "archived loosely",
    DropInput: "forgotten",
    FinishInput: "finished",
}
#: A turn that runs, but for once in a while.
MOSTLY = st.sampled_from([True] * 5 + [False])

INTERRUPTIONS = st.sampled_from(
    [
        *[StopTurn(BY), Release()] * 2,
        *[DropAll("mute"), DropAll("everything"), DropAll("shutdown")],
        *[Hold("delete"), Hold("clear"), Release(), Release(), SnapshotAsked()],
    ]
)

BARE = {HoldReady: "hold ready", NothingRuns: "nothing runs"}


def given(one: Name) -> Input:
    """The input of that name."""
    if one.human:
        return Input(one.name, "words of it", "session", "web", nickname="A Nickname")
    injected = Input(one.name, "words of it", "session", "web", source="cron")
    return injected if one.kept else evolve(injected, trigger="idle")


def keys(inputs: tuple[Input, ...]) -> tuple[str, ...]:
    return tuple(one.key for one in inputs)


def told(effect: SessionEffect) -> list[Told]:
    """Say *effect* in the words of the model, which knows no lines of entry and of end."""
    match effect:
        case OpenTurn(turn, inputs, late):
            return [("open", int(turn.removeprefix("turn-")), keys(inputs), late)]
        case Join(_, inputs):
            return [("joined", keys(inputs))]
        case Abort(turn, stop):
            return [("abort", int(turn.removeprefix("turn-")), stop.mode, stop.reason)]
        case QueueChanged(inputs):
            return [("queue", keys(inputs))]
        case RouteLogged(key, route):
            return [(route, key)]
        case ArchiveLoosely(one) | DropInput(one) | FinishInput(one):
            return [(FATES[type(effect)], one.key)]
        case _:
            return [(BARE[type(effect)],)] if type(effect) in BARE else []


class Scheduling(RuleBasedStateMachine):
    """Any events, in any order; turns that do not run are named as well."""

    @initialize()
    def begin(self) -> None:
        self.state, self.model = Session(), Model()
        self.offered: list[Name] = []
        self.early: list[tuple[Name, int]] = []
        self.fates: dict[str, str] = {}
        self.entered: list[Name] = []
        self.queue: tuple[str, ...] = ()
        self.lines: dict[str, list[str]] = {}

    def _happens(self, event: SessionEvent, expected: list[Told]) -> None:
        before = self.state
        self.state, effects = reduce(before, event)
        assert [one for effect in effects for one in told(effect)] == expected
        for effect in effects:
            self._follow(before, event, effect)
        ran = before.running
        over = isinstance(event, Ended) and ran is not None and ran.turn == event.turn
        ends = [one for one in effects if isinstance(one, TurnLogged)]
        assert len(ends) == over
        if ran is not None and ends:
            assert ends[0].turn == ran.turn
            assert ends[0].reason == (None if ran.stop is None else ran.stop.reason)
        self._one_line_of_where_it_went(before, event, effects)

    def _one_line_of_where_it_went(
        self, before: Session, event: SessionEvent, effects: tuple[SessionEffect, ...]
    ) -> None:
        """Of an input that is offered and not opened at once, unless it waits at the gate."""
        if isinstance(event, Offer):
            lines = [one for one in effects if isinstance(one, RouteLogged)]
            opened = any(isinstance(one, OpenTurn) for one in effects)
            gated = len(self.state.gate) > len(before.gate)
            assert len(lines) == (not opened and not gated)

    def _follow(self, before: Session, event: SessionEvent, effect: SessionEffect) -> None:
        match effect:
            case OpenTurn(turn, inputs):
                assert before.running is None or isinstance(event, Ended)
                assert self.state.holds == 0
                assert self.state.running is not None
                assert self.state.running.turn == turn
                assert {one.is_human for one in inputs} == {True} or len(inputs) == 1
                self._enter(inputs, "opened")
            case Join(_, inputs) if inputs:
                run = before.running
                assert run is not None
                assert run.is_human
                assert run.accepting
                assert run.stop is None
                assert all(one.is_human for one in inputs)
                self._enter(inputs, "joined")
            case ArchiveLoosely(one):
                assert one.is_kept
                self._fate(one.key, "archived")
            case DropInput(one):
                self._fate(one.key, "dropped")
            case FinishInput(one) if one.key not in self.fates:
                assert not one.is_kept
                self._fate(one.key, "finished")
            case QueueChanged(inputs):
                self.queue = keys(inputs)
            case Abort():
                assert isinstance(event, StopTurn | DropAll | Hold)
            case RouteLogged(key, route):
                self.lines.setdefault(key, []).append(route)
            case EntryLogged(key, entry):
                self.lines.setdefault(key, []).append(entry)
            case _:
                pass
        line = isinstance(effect, RouteLogged | EntryLogged | TurnLogged)
        assert not (line and ("words of it" in repr(effect) or "Nickname" in repr(effect)))

    def _enter(self, inputs: tuple[Input, ...], fate: str) -> None:
        for one in inputs:
            self._fate(one.key, fate)
            self.entered.append(next(name for name in self.offered if name.name == one.key))

    def _fate(self, key: str, fate: str) -> None:
        assert key not in self.fates
        self.fates[key] = fate

    def _turn(self, known: bool) -> int:
        return self.model.running.number if known and self.model.running else 0

    @rule()
    def person_writes(self) -> None:
        self._offer(Name(self._next()), self.model.generation)

    @rule(human=st.booleans(), kept=st.booleans())
    def offer(self, human: bool, kept: bool) -> None:
        self._offer(Name(self._next(), human, human or kept), self.model.generation)

    @rule(human=st.booleans(), offered=st.booleans())
    def prepare(self, human: bool, offered: bool) -> None:
        """One is being prepared; or the one that was is offered, in the generation it has."""
        if offered and self.early:
            self._offer(*self.early.pop(0))
        else:
            self.early.append((Name(self._next(), human), self.model.generation))

    def _next(self) -> str:
        return f"m{len(self.offered) + len(self.early)}"

    def _offer(self, one: Name, generation: int) -> None:
        self.offered.append(one)
        self._happens(Offer(given(one), generation), self.model.offer(one, generation))

    @rule(known=MOSTLY)
    def drain(self, known: bool) -> None:
        turn = self._turn(known)
        self._happens(Drain(f"turn-{turn}"), self.model.drain(turn))

    @rule(known=MOSTLY)
    def final(self, known: bool) -> None:
        turn = self._turn(known)
        self._happens(NoMoreJoins(f"turn-{turn}"), self.model.final(turn))

    @rule(known=MOSTLY)
    def ended(self, known: bool) -> None:
        turn = self._turn(known)
        self._happens(Ended(f"turn-{turn}", "replied"), self.model.ended(turn))
        if self.state.holds == 0 and self.state.waiting:
            assert self.state.running is not None

    @rule(event=INTERRUPTIONS)
    def interrupt(self, event: SessionEvent) -> None:
        before = self.state
        match event:
            case StopTurn(by):
                self._happens(event, self.model.stop(by))
                assert self.state.waiting == before.waiting
            case DropAll(reason):
                self._happens(event, self.model.drop_all(reason))
            case Hold(reason):
                self._happens(event, self.model.hold(reason))
            case Release():
                self._happens(event, self.model.release())
            case _:
                self._happens(event, [])
                assert self.state is before

    @invariant()
    def state_is_the_models(self) -> None:
        assert keys(self.state.waiting) == tuple(one.name for one in self.model.waiting)
        assert (self.state.running is None) == (self.model.running is None)
        assert (self.state.generation, self.state.holds, self.state.closed) == (
            self.model.generation,
            self.model.holds,
            self.model.closed,
        )

    @invariant()
    def each_input_is_in_one_place(self) -> None:
        """Of all that was offered nothing is lost and nothing is in two places."""
        held = [*keys(self.state.waiting), *keys(self.state.aside)]
        held += [one.input.key for one in self.state.gate]
        assert sorted([*held, *self.fates]) == sorted(one.name for one in self.offered)

    @invariant()
    def the_last_queue_told_is_what_waits(self) -> None:
        assert self.queue == keys(self.state.waiting)

    @invariant()
    def nothing_waits_in_a_hold(self) -> None:
        assert not (self.state.holds and self.state.waiting)

    @invariant()
    def each_kind_enters_in_order(self) -> None:
        for human in (True, False):
            came = [self.offered.index(one) for one in self.entered if one.human == human]
            assert came == sorted(came)

    @invariant()
    def what_is_stopped_takes_nothing(self) -> None:
        run = self.state.running
        assert run is None or run.stop is None or not run.accepting

    @invariant()
    def each_input_that_entered_has_one_line_of_it(self) -> None:
        for key, fate in self.fates.items():
            entries = [line for line in self.lines[key] if line in ("opened", "inserted")]
            assert len(entries) == (fate in ("opened", "joined"))


Scheduling.TestCase.settings = settings(max_examples=300, stateful_step_count=40, deadline=None)
TestScheduling = Scheduling.TestCase
