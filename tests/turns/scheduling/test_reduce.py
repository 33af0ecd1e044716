"""The scheduler: the worked examples."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
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
    Stop,
    StopTurn,
    TakeSnapshot,
    TurnLogged,
    reduce,
)

ANN = Person("web", "ann")


def human(key: str, **more: int) -> Input:
    return Input(key, "Hi", "session", "web", user_id="ann", **more)  # type: ignore[arg-type]


def injected(key: str) -> Input:
    return Input(key, "Now", "session", "web", source="cron")


H1, H2, H3, H4 = (human(f"h{number}") for number in range(1, 5))
I1, I2 = injected("i1"), injected("i2")


def ended(number: int) -> Ended:
    return Ended(f"turn-{number}", "replied", 5)


def drain(number: int = 1) -> Drain:
    return Drain(f"turn-{number}")


def final(number: int = 1) -> NoMoreJoins:
    return NoMoreJoins(f"turn-{number}")


def happen(*events: SessionEvent | Input) -> tuple[Session, list[SessionEffect]]:
    """Let *events* happen to a new session; an input alone is offered in generation 0."""
    state, effects = Session(), list[SessionEffect]()
    for event in events:
        state, more = reduce(state, Offer(event, 0) if isinstance(event, Input) else event)
        effects += more
    return state, effects


def opened(effects: list[SessionEffect]) -> list[tuple[str, bool]]:
    """The keys of the inputs of each turn, and whether it has a note of arrival."""
    return [
        (" ".join(one.key for one in effect.inputs), effect.late)
        for effect in effects
        if isinstance(effect, OpenTurn)
    ]


def joined(effects: list[SessionEffect]) -> list[str]:
    return [one.key for effect in effects if isinstance(effect, Join) for one in effect.inputs]


class TestOpening:
    """Who opens a turn, who joins one, who waits."""

    def test_what_comes_before_the_second_call_joins(self) -> None:
        state, effects = happen(H1, drain(), H2, drain(), final(), ended(1))

        assert (opened(effects), joined(effects)) == ([("h1", False)], ["h2"])
        assert state.running is None

    def test_what_comes_during_the_last_call_opens_the_next_turn(self) -> None:
        _, effects = happen(H1, drain(), H2, final(), drain(), ended(1))

        assert (opened(effects), joined(effects)) == ([("h1", False), ("h2", True)], [])

    def test_injections_go_alone_and_people_together(self) -> None:
        _, effects = happen(H1, drain(), final(), I1, H2, I2, H3, ended(1), ended(2), ended(3))

        turns = [("h1", False), ("i1", False), ("h2 h3", True), ("i2", False)]
        assert opened(effects) == turns

    def test_a_person_joins_before_an_injection_that_came_earlier(self) -> None:
        _, effects = happen(H1, drain(), I1, H2, drain(), final(), ended(1))

        assert (opened(effects), joined(effects)) == ([("h1", False), ("i1", False)], ["h2"])

    def test_nobody_joins_the_turn_of_an_injection(self) -> None:
        _, effects = happen(I1, H1, drain(), H2, final(), ended(1))

        assert (opened(effects), joined(effects)) == ([("i1", False), ("h1 h2", True)], [])

    def test_a_turn_that_was_swallowed_lets_the_next_one_open(self) -> None:
        _, effects = happen(H1, H2, Ended("turn-1", "not run"))

        assert opened(effects) == [("h1", False), ("h2", True)]

    def test_an_instruction_without_a_source_is_an_injection(self) -> None:
        task = Input("p", "Do it", "session", "web", trigger="proactive")

        assert [task.is_human, task.is_addressed, H1.is_addressed] == [False, False, True]

    def test_an_event_of_another_turn_changes_nothing(self) -> None:
        state, _ = happen(H1, H2)

        assert [reduce(state, event) for event in (final(7), ended(7))] == [(state, ())] * 2
        assert reduce(state, drain(7)) == (state, (Join("turn-7"),))


class TestStopping:
    """What is stopped leaves its record; what is held leaves nothing."""

    def test_what_waits_behind_a_stop_opens_the_next_turn(self) -> None:
        _, effects = happen(H1, drain(), H2, StopTurn(ANN), drain(), ended(1))

        assert (opened(effects), joined(effects)) == ([("h1", False), ("h2", True)], [])
        assert Abort("turn-1", Stop("record", "stopped", ANN)) in effects

    def test_what_waits_behind_a_mute_is_archived_once_the_turn_has_settled(self) -> None:
        _, effects = happen(H1, drain(), H2, DropAll("mute", ANN), ended(1))

        assert opened(effects) == [("h1", False)]
        assert Abort("turn-1", Stop("record", "mute")) in effects
        assert effects[-3:] == [
            TurnLogged("turn-1", "session", "replied", "mute", 5),
            FinishInput(H1),
            ArchiveLoosely(H2),
        ]

    def test_a_deletion_leaves_nothing_of_what_came_before_it(self) -> None:
        _, effects = happen(H1, drain(), H2, Hold("delete"), H3, Offer(H4, 1), ended(1), Release())

        assert opened(effects) == [("h1", False), ("h4", False)]
        assert [one.input for one in effects if isinstance(one, DropInput)] == [H2, H3]
        assert not [one for one in effects if isinstance(one, ArchiveLoosely)]

    def test_a_clearing_keeps_the_generation(self) -> None:
        state, effects = happen(Hold("clear"), H1, Release())

        assert effects[0] == HoldReady()
        assert (opened(effects), state.generation) == ([("h1", False)], 0)

    def test_only_the_last_release_opens_the_gate(self) -> None:
        held = happen(Hold("clear"), Hold("clear"), H1, Release())[1]

        assert opened(held) == []
        assert happen(Release()) == (Session(), [])

    def test_one_stop_is_as_good_as_two(self) -> None:
        once, _ = happen(H1, StopTurn(ANN))

        assert reduce(once, StopTurn(Person("web", "bob"))) == (once, ())
        assert happen(StopTurn())[1] == [NothingRuns()]

    def test_who_stopped_everything_is_known(self) -> None:
        _, effects = happen(H1, DropAll("everything", ANN))

        assert effects[-1] == Abort("turn-1", Stop("record", "everything", ANN))

    def test_behind_the_end_of_the_program_inputs_are_archived(self) -> None:
        state, effects = happen(Hold("clear"), H1, DropAll("shutdown"), H2)

        assert state.closed
        assert [one for one in effects if isinstance(one, ArchiveLoosely)] == [
            ArchiveLoosely(H1),
            ArchiveLoosely(H2),
        ]

    def test_an_idle_prompt_is_archived_nowhere(self) -> None:
        idle = Input("i", "Say something", "session", "web", source="idle", trigger="idle")
        _, effects = happen(H1, idle, DropAll("mute"), ended(1))

        assert effects[-1] == FinishInput(idle)


class TestLines:
    """What is logged: where inputs go, never what they say."""

    def test_each_step_of_an_input_is_a_line(self) -> None:
        late = human("h2", arrival=2)
        _, effects = happen(human("h1", arrival=1), late, drain(), final(), ended(1))

        lines = [one for one in effects if isinstance(one, RouteLogged | EntryLogged | TurnLogged)]
        assert lines == [
            EntryLogged("h1", "opened", "turn-1", 1),
            RouteLogged("h2", "pending join", 2),
            EntryLogged("h2", "inserted", "turn-1", 2),
            TurnLogged("turn-1", "session", "replied", None, 5, (1, 2)),
        ]

    def test_the_queue_is_told_when_it_changes(self) -> None:
        _, effects = happen(H1, I1, H2, drain(), drain())

        queues = [one.inputs for one in effects if isinstance(one, QueueChanged)]
        assert queues == [(I1,), (I1, H2), (I1,)]


class TestMisuse:
    """What is no session and no event."""

    def test_an_event_is_none_of_a_session(self) -> None:
        with pytest.raises(InvalidArgument, match="an event of a session"):
            reduce(Session(), "stop")  # type: ignore[arg-type]

    def test_a_snapshot_changes_nothing(self) -> None:
        state, effects = happen(H1, SnapshotAsked("web"))

        assert effects[-1] == TakeSnapshot("session", "web")
        assert state == happen(H1)[0]
