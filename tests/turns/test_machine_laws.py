"""Turns under any script of answers, arrivals and stops: what always holds."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Assistant, Block, Call, Message, System, ToolResult, is_paired, text_of
from ctxfn.turns import (
    Agent,
    CallSegment,
    Contribution,
    Material,
    Model,
    Place,
    Product,
    Response,
    TurnSettings,
)
from ctxfn.turns.exchange import (
    AfterTurn,
    AnswerValue,
    Archive,
    Asked,
    BeforeModel,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    CallModel,
    Failed,
    NoticeTold,
    ReplyChecked,
    RunTool,
    SendReply,
    StreamEnded,
    Swallowed,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    UsageTold,
)
from ctxfn.turns.scheduling import Abort, Hold, Join, OpenTurn, Release, StopTurn
from tests.turns.world import World, person

K = TypeVar("K")

ARGUMENTS = st.sampled_from(["", "{}", '{"a": 1}', "[1]", "{", "null", " "])
CALLS = st.lists(
    st.builds(Call, st.sampled_from(["", "a", "b", "c"]), st.just("look"), ARGUMENTS), max_size=3
)
RESPONSES = st.builds(
    Response,
    st.sampled_from(["", "Words.", "x<|DSML|a>y</|DSML|a>", "w" * 4_000]),
    CALLS.map(tuple),
)

#: Answers that are not the usual ones, by the ask they answer.
ODD: dict[type, st.SearchStrategy[AnswerValue]] = {
    BeforeTurn: st.sampled_from([Swallowed(), Failed("before")]),
    BeforeTool: st.just(Failed("tool hook")),
    RunTool: st.just(Failed("tool")),
    CallModel: st.just(Failed("model")),
    BeforeModel: st.just(Failed("list hook")),
    SendReply: st.just(Failed("send")),
    AfterTurn: st.just(Failed("after")),
    BeforeReply: st.builds(
        ReplyChecked,
        st.sampled_from(["", "Other words."]),
        st.booleans(),
        st.none(),
        st.integers(0, 2),
    ),
}


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A world that ran until nothing was asked any more, with all that can come between."""
    limit = draw(st.sampled_from([None, 1, 2]))
    contributions = (Contribution("p/a", "context"), Contribution("p/b", "turn-hint"))
    world = World(
        draw(st.lists(RESPONSES, max_size=5)),
        Material(
            Model("m", draw(st.sampled_from([4_000, 8_192]))),
            TurnSettings(max_iterations=limit),
            persona="You are Ann.",
            contributions=contributions,
        ),
        tuple(Product(one.key, one.anchor, (Block(one.key, "said"),)) for one in contributions),
    )
    world.agent = world.began = Agent(place=Place(room=draw(st.booleans())))
    world.offer(person("m0"))
    count = 0
    while world.pending:
        happens = draw(st.sampled_from(["answer"] * 14 + ["odd", "odd", "input", "stop", "hold"]))
        if happens == "input" and count < 5:
            count += 1
            world.offer(person(f"m{count}"))
        elif happens == "stop":
            world.happen(StopTurn())
        elif happens == "hold":
            world.happen(Hold("clear"))
            world.arrivals[99] = []
        else:
            _answer(draw, world, happens == "odd")
        while world.agent.session.holds and not world.agent.session.running:
            world.happen(Release())
    return world


def _answer(draw: st.DrawFn, world: World, odd: bool) -> None:
    place = draw(st.integers(0, len(world.pending) - 1))
    world.choose = lambda _: place
    kind = type(world.pending[place].ask)
    if odd and kind in ODD:
        world.answers[kind] = [draw(ODD[kind])]
    world.answer()
    world.answers.clear()


def of_turns(world: World) -> list[tuple[OpenTurn, list[object]]]:
    """What was told and asked, turn by turn."""
    turns: list[tuple[OpenTurn, list[object]]] = []
    for effect in world.told:
        if isinstance(effect, OpenTurn):
            turns.append((effect, []))
        elif turns:
            turns[-1][1].append(effect.ask if isinstance(effect, Asked) else effect)
    return turns


def only(told: list[object], kind: type[K]) -> list[K]:
    return [one for one in told if isinstance(one, kind)]


RUNS = given(worlds())


class TestEnds:
    """A turn ends once, with one record."""

    @RUNS
    def test_every_turn_ends_and_every_input_is_done_with(self, world: World) -> None:
        assert len(world.heard(OpenTurn)) == len(world.heard(TurnEnded))
        assert (world.agent.turn, world.agent.session.running) == (None, None)
        assert world.agent.session.waiting == ()

    @RUNS
    def test_hooks_hear_once_how_a_turn_ended_that_ran(self, world: World) -> None:
        for _, told in of_turns(world):
            ran = only(told, TurnEnded)[0].outcome != "not run"
            assert len(only(told, AfterTurn)) == ran
            assert len(only(told, StreamEnded)) == 1

    @RUNS
    def test_a_turn_that_leaves_its_record_has_exactly_one(self, world: World) -> None:
        for opening, told in of_turns(world):
            stored = [one.stored for one in only(told, Archive)]
            records = [one.record for one in stored if one.record is not None]
            held = any(one.stop.mode == "discard" for one in only(told, Abort))
            outcome = only(told, TurnEnded)[0].outcome
            if held or outcome == "not run":
                continue
            assert [one.outcome for one in records] == [outcome]
            assert stored[-1].record is not None
            assert (stored[-1].kind is None) == (outcome == "replied")
            assert {one.turn for one in stored} == {opening.turn}

    @RUNS
    def test_a_stop_mark_is_there_where_a_stopped_turn_left_something(self, world: World) -> None:
        for _, told in of_turns(world):
            kinds = [one.stored.kind for one in only(told, Archive)]
            aborted = only(told, TurnEnded)[0].outcome == "aborted"
            assert kinds.count("turn-stopped") <= aborted
            held = any(one.stop.mode == "discard" for one in only(told, Abort))
            if "turn-stopped" in kinds and not held:
                assert kinds[-2:] == ["turn-stopped", "event-marker"]

    @RUNS
    def test_behind_a_stop_that_discards_nothing_is_stored_or_said(self, world: World) -> None:
        for _, told in of_turns(world):
            stops = [
                place
                for place, one in enumerate(told)
                if isinstance(one, Abort) and one.stop.mode == "discard"
            ]
            for one in told[stops[0] :] if stops else ():
                assert not isinstance(one, Archive | SendReply | NoticeTold)


class TestStored:
    """What a turn stores is its inputs, its groups, and how it ended."""

    @RUNS
    def test_each_input_is_archived_once_before_it_is_sent(self, world: World) -> None:
        for opening, told in of_turns(world):
            joined = sum(len(one.inputs) for one in only(told, Join))
            entries = Counter(one.stored.entry for one in only(told, Archive))
            assert entries["joined"] <= joined
            assert entries["opened"] <= len(opening.inputs)
            archived = 0
            for one in told:
                if isinstance(one, Archive):
                    archived += one.stored.entry is not None
                elif isinstance(one, CallModel):
                    mine = [text for text in one.messages if text_of(text).endswith(": Hi")]
                    assert archived <= len(mine)

    @RUNS
    def test_stored_groups_are_whole_and_their_arguments_objects(self, world: World) -> None:
        said: list[Message] = [one.message for one in world.stored]
        cut = [one for one in said if not isinstance(one, System)]
        asked = [call for one in cut if isinstance(one, Assistant) for call in one.calls]
        assert all(
            not one.arguments or isinstance(json.loads(one.arguments), dict) for one in asked
        )

    @RUNS
    def test_no_markup_that_leaked_is_stored_or_said(self, world: World) -> None:
        assert not any("DSML" in text_of(one.message) for one in world.stored)
        assert not any("DSML" in one.reply.text for one in world.asked(SendReply))

    @RUNS
    def test_nothing_that_was_contributed_or_drafted_is_stored(self, world: World) -> None:
        texts = [text_of(one.message) for one in world.stored]
        assert not any(text == "said" or "Write it again" in text for text in texts)


class TestSent:
    """Every list that is sent."""

    @RUNS
    def test_each_list_is_paired_and_begins_with_the_prompt(self, world: World) -> None:
        for one in world.asked(CallModel):
            assert is_paired(one.messages)
            assert text_of(one.messages[0]).startswith("You are Ann.")

    @RUNS
    def test_what_was_contributed_stands_in_a_list_once_or_was_cut(self, world: World) -> None:
        for one in world.asked(CallModel):
            names = Counter(message.origin.ours for message in one.messages)
            assert names["p/a"] <= 1
            assert names["p/b"] <= 1

    @RUNS
    def test_what_was_sent_is_sent_again_where_nothing_was_cut(self, world: World) -> None:
        """Within a turn the earlier list is the beginning of the later one."""
        for _, told in of_turns(world):
            usage = only(told, UsageTold)  # of a call that was cancelled nothing is told
            lists = [one.messages for one in only(told, CallModel)][: len(usage)]
            if any(one.event.trimmed for one in only(told, UsageTold)):
                continue
            for earlier, later in pairwise(lists):
                assert later[: len(earlier)] == earlier

    @RUNS
    def test_a_history_begins_with_that_of_the_turn_before(self, world: World) -> None:
        """Head and history of one turn's first call are the beginning of the next one's."""
        firsts = [only(told, BeforeModel)[:1] for _, told in of_turns(world)]
        lists = [
            [entry.message for entry in first[0].entries if entry.zone != "turn"]
            for first in firsts
            if first
        ]
        for earlier, later in pairwise(lists):
            assert later[: len(earlier)] == earlier

    @RUNS
    def test_there_is_one_call_more_than_batches(self, world: World) -> None:
        for _, told in of_turns(world):
            if only(told, TurnEnded)[0].outcome not in ("replied", "silent"):
                continue
            again = sum(one.attempt > 0 for one in only(told, BeforeReply))
            stored = [one.stored.message for one in only(told, Archive)]
            batches = sum(bool(isinstance(one, Assistant) and one.calls) for one in stored)
            assert len(only(told, CallModel)) - again == 1 + batches

    @RUNS
    def test_usage_is_told_of_every_call_that_returned(self, world: World) -> None:
        for _, told in of_turns(world):
            assert len(only(told, UsageTold)) <= len(only(told, CallModel))
        trims = [one.event.trimmed for _, told in of_turns(world) for one in only(told, UsageTold)]
        assert len(trims) == len(world.heard(UsageTold))

    @RUNS
    def test_once_a_turn_is_trimmed_it_stays_so(self, world: World) -> None:
        for _, told in of_turns(world):
            trimmed = [one.event.trimmed for one in only(told, UsageTold)]
            assert trimmed == sorted(trimmed)
            for one in only(told, UsageTold):
                whole = one.event.untrimmed_history
                assert whole >= 0
                assert one.event.estimate == sum(part.tokens for part in one.event.parts)

    @RUNS
    def test_each_call_begins_and_ends_once(self, world: World) -> None:
        started = [one.key for one in world.heard(ToolStarted)]
        ended = [one.key for one in world.heard(ToolEnded)]
        assert len(set(started)) == len(started)
        assert sorted(started) == sorted(ended)
        results = [one.call for one in world.stored if isinstance(one.message, ToolResult)]
        assert set(results) <= set(ended)
        for sent in world.asked(SendReply):
            shown = [one.call for one in sent.reply.segments if isinstance(one, CallSegment)]
            assert len(set(shown)) == len(shown)
            assert set(shown) <= set(ended)

    @RUNS
    def test_hooks_see_each_list_but_those_of_a_format_that_is_tried_again(
        self, world: World
    ) -> None:
        for _, told in of_turns(world):
            again = sum(one.attempt > 0 for one in only(told, BeforeReply))
            behind = [one for one in told if isinstance(one, BeforeModel | CallModel)]
            calls = len(only(told, CallModel))
            assert calls <= len(only(told, BeforeModel)) + max(again, 2)
            assert not behind or isinstance(behind[0], BeforeModel)
