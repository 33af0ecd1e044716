"""Replay: the log of a session is the whole truth about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Verbatim, freeze
from ctxfn.tools import Declaration
from ctxfn.turns import (
    Happened,
    InvalidLog,
    Log,
    Material,
    OfferedTool,
    payload_of,
    read_log,
    replay,
    write_log,
)
from ctxfn.turns.exchange import Answer, CallModel, Failed, RunTool
from ctxfn.turns.record_json import read_record, record_kinds, write_record
from ctxfn.turns.scheduling import StopTurn
from tests.turns.plays import Play, plays
from tests.turns.world import MODEL, World, calls, person

RUNS = given(plays())


def ran() -> World:
    """A session of two turns, one with a tool."""
    schema = freeze({"type": "object", "b": 1, "a": [None, 1.5, "é"]})
    tool = OfferedTool(Declaration("look", "Look it up.", schema), ("web",))
    world = World([calls("a")], Material(MODEL, persona="You are Ann.", tools=(tool,)))
    return world.run(person("1")).run(person("2"))


class TestRoundTrip:
    """Records and their JSON."""

    @RUNS
    def test_a_log_is_read_as_it_was_written(self, play: Play) -> None:
        log = play.world.log

        assert read_log(write_log(log)) == log
        assert write_log(read_log(write_log(log))) == write_log(log)

    @RUNS
    def test_a_state_in_the_middle_is_a_beginning_too(self, play: Play) -> None:
        """A log may begin with any state: what came before it need not be kept."""
        world = play.world
        middle = len(world.events) // 2
        before = replay(world.log, events=middle).agent
        log = read_log(write_log(Log(before, tuple(world.events[middle:]))))

        assert replay(log).agent == world.agent

    def test_what_is_kept_verbatim_keeps_the_order_of_its_keys(self) -> None:
        value = freeze({"b": 1, "a": {"d": 2, "c": 3}})
        read = read_record(write_record(value))

        assert isinstance(read, Verbatim)
        assert read.json == value.json

    def test_names_of_records_are_their_own(self) -> None:
        names = Counter(kind.__name__ for kind in record_kinds())

        assert [name for name, number in names.items() if number > 1] == []

    @given(st.text(), st.integers())
    def test_any_text_and_number_travels(self, text: str, number: int) -> None:
        answer = Answer(number, Failed(text))

        assert read_record(write_record(answer)) == answer


class TestReplay:
    """The same events, the same states, effects and requests."""

    @RUNS
    def test_what_happened_happens_again(self, play: Play) -> None:
        world = play.world
        again = replay(read_log(write_log(world.log)))

        assert again.agent == world.agent
        assert Counter(map(repr, again.effects)) == Counter(map(repr, world.told))
        sent = Counter(payload_of(one) for one in world.asked(CallModel))
        assert Counter(again.payloads) == sent

    def test_effects_come_in_the_same_order(self) -> None:
        world = ran()

        assert list(replay(world.log).effects) == world.told

    def test_one_can_go_back_to_any_event(self) -> None:
        log = ran().log
        whole = replay(log)

        states = [replay(log, events=n).agent for n in range(1, len(log.events) + 1)]
        assert states == [moment.agent for moment in whole.moments]

    def test_what_is_not_answered_is_where_to_go_on(self) -> None:
        world = World([calls("a", "b")])
        world.offer(person("1"))
        world.answer_until(RunTool)

        again = replay(world.log)
        assert list(again.unanswered) == world.pending
        assert replay(Log(again.agent)).unanswered == again.unanswered
        assert replay(ran().log).unanswered == ()

    def test_there_are_not_so_many_events(self) -> None:
        with pytest.raises(InvalidArgument, match="from 0 to 0"):
            replay(Log(), events=1)


HEAD = '{"is":"Agent"}\n'


def broken() -> Iterator[tuple[str, str]]:
    yield "", "line 1 of the log: found nothing"
    yield "[]\n", "expected an Agent"
    yield f'{HEAD}{{"is":"Agent"}}\n', "line 2 of the log"
    yield f"{HEAD}nothing\n", "line 2 of the log"
    yield f'{HEAD}{{"is":"Happened"}}\n', "without a field, expected event"
    yield f'{HEAD}{{"is":"Happened","event":{{"is":"StopTurn"}},"at_ms":"5"}}\n', "at_ms: '5'"
    yield f'{HEAD}{{"is":"Happened","event":7}}\n', "event: 7"
    yield f'{HEAD}{{"is":"Sappened"}}\n', "the name of a record"
    yield f'{HEAD}{{"is":"Happened","then":1}}\n', "event or at_ms"
    yield f'{HEAD}{{"is":"Verbatim","json":"["}}\n', "JSON in a text"


class TestBroken:
    """A log that no session wrote."""

    @pytest.mark.parametrize(("text", "told"), list(broken()))
    def test_it_is_told_where_and_what(self, text: str, told: str) -> None:
        with pytest.raises(InvalidLog) as caught:
            read_log(text)

        assert told in str(caught.value)

    def test_a_line_that_was_being_written_is_left_out(self) -> None:
        log = Log(events=(Happened(StopTurn(), 5),))

        assert read_log(write_log(log) + '{"is":"Happ') == log

    @given(st.text())
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        with suppress(InvalidLog):
            read_log(HEAD + text)
