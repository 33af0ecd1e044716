"""Turns of several calls: who is let in before each, and where each is cut."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import user
from ctxfn.turns import Stored, begin, estimate_message, step, trim
from ctxfn.turns.exchange import (
    Answer,
    Asked,
    BeforeModel,
    CallModel,
    Insert,
    Passed,
    Prepared,
    Returned,
    RunTool,
    Saved,
    UsageTold,
)
from tests.turns.world import MATERIAL, World, calls, person


def test_only_turns_of_persons_ask_who_waits_and_they_do_before_the_call() -> None:
    for lead, asks in ((person("1"), Insert), (evolve(person("1"), source="cron"), CallModel)):
        state, asked = begin("t", (lead,))
        for value in (Passed(), Saved(), Prepared(MATERIAL), Passed()):
            state, asked = step(state, Answer(state.awaited[0].number, value))
        assert [type(one.ask) for one in asked if isinstance(one, Asked)] == [asks]


def test_the_units_of_a_later_call_are_those_of_the_first() -> None:
    """It goes on from the list of the first, and is cut where one pass over all would cut."""
    stored = [Stored(user("h" * 325), 0) for _ in range(55)]
    world = World([calls(*"abc")], stored=stored, answers={RunTool: [Returned("r" * 4_200)] * 3})
    world.run(person("1"))
    first, later = (sum(one.endswith("hhh") for one in sent) for sent in world.sent)
    usage = [one.event for one in world.heard(UsageTold)]
    before, behind = (ask.entries for ask in world.asked(BeforeModel))
    first_cut = trim(before, usage[0].budget)
    more = behind[len(first_cut.entries) :]
    whole = trim([*before, *more], usage[0].budget)

    assert 0 < first_cut.cut < whole.cut < 55
    assert (first, later) == (55 - first_cut.cut, 55 - whole.cut)
    talk = [entry for entry in (*before, *more) if entry.tag != "prompt"]
    assert usage[1].untrimmed_history == sum(estimate_message(entry.message) for entry in talk)
    assert [one.history_messages for one in usage] == [56, 60]
