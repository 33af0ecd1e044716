"""A turn whose history was cut for its first call, and that grows."""

from __future__ import annotations

from ctxfn.messages import user
from ctxfn.turns import Stored, estimate_message, trim
from ctxfn.turns.exchange import BeforeModel, Returned, RunTool, UsageTold
from tests.turns.world import World, calls, person


def test_the_units_of_a_later_call_are_those_of_the_first() -> None:
    """It goes on from the list of the first, and is cut where one pass over all would cut."""
    stored = [Stored(user("h" * 325), 0) for _ in range(55)]
    world = World([calls(*"abc")], stored=stored, answers={RunTool: [Returned("r" * 4_200)] * 3})
    world.run(person("1"))
    first, later = (sum(one.endswith("hhh") for one in sent) for sent in world.sent)
    usage = [one.event for one in world.heard(UsageTold)]
    before, behind = (ask.entries for ask in world.asked(BeforeModel))
    base = trim(before, usage[0].budget)
    more = behind[len(base.entries) :]
    whole = trim([*before, *more], usage[0].budget)

    assert 0 < base.cut < whole.cut < 55
    assert (first, later) == (55 - base.cut, 55 - whole.cut)
    talk = [entry for entry in (*before, *more) if entry.tag != "prompt"]
    assert usage[1].untrimmed_history == sum(estimate_message(entry.message) for entry in talk)
    assert [one.history_messages for one in usage] == [56, 60]
