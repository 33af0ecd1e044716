"""Marks of a settled turn: who stopped it, and where it came from."""

from __future__ import annotations

import pytest
from attrs import evolve

from ctxfn.messages import text_of
from ctxfn.turns import Person, Place, TurnOrigin, TurnRecord
from ctxfn.turns.settled_marks import record_of, stop_mark
from ctxfn.turns.wording import WORDING
from tests.turns.world import person

HERE, ELSEWHERE = Person("web", "me"), Person("app", "me2")
ROOM = Place(room=True, owners=(HERE, ELSEWHERE))


class TestStopMark:
    """Who stopped a turn is named as people are named there."""

    @pytest.mark.parametrize(
        ("by", "place", "named"),
        [
            (Person("web", "ann"), ROOM, " by Ann(ann) "),
            (Person("web", "bob"), ROOM, " by bob "),
            (ELSEWHERE, ROOM, " by me "),
            (HERE, Place(own=True, owners=(HERE,)), " "),
            (None, ROOM, " "),
        ],
    )
    def test_it_says_who(self, by: Person | None, place: Place, named: str) -> None:
        mark = stop_mark("t", by, place, (person("1"),), WORDING, 5)

        assert text_of(mark.message).startswith(f"[已停下] This turn was stopped{named}before")
        assert (mark.turn, mark.kind, mark.at_ms) == ("t", "turn-stopped", 5)


def test_a_record_says_where_the_turn_came_from() -> None:
    lead = evolve(person("1"), source="subtask", origin=TurnOrigin("t0"))

    assert record_of(lead, "silent") == TurnRecord("silent", "subtask", "t0")
