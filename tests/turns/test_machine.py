"""The machine of one turn: what it asks, says and stores, in which order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from attrs import evolve

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Assistant, ToolResult, text_of
from ctxfn.turns import Material, Response, Stored, TurnRecord, TurnSettings, advance, step
from ctxfn.turns.exchange import (
    AfterTool,
    AfterTurn,
    Answer,
    Archive,
    Asked,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    CallModel,
    CancelCall,
    Failed,
    NoModel,
    NoticeTold,
    NotSaved,
    Passed,
    Prepare,
    Reply,
    ReplyChecked,
    ResultSeen,
    RunTool,
    SendReply,
    StreamEnded,
    Swallowed,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    UsageTold,
)
from ctxfn.turns.scheduling import DropAll, Hold, Offer, Person, Release, StopTurn
from tests.turns.world import MODEL, World, calls, person


def kinds(stored: list[Stored]) -> list[str]:
    """What each stored message is, in a word."""
    return [one.kind or one.entry or one.message.role for one in stored]


def outcome(world: World) -> list[str]:
    return [one.outcome for one in world.heard(TurnEnded)]


def reply(world: World) -> Reply:
    return world.asked(SendReply)[0].reply


class TestTurn:
    """A turn from its opening to its record."""

    def test_a_question_is_answered(self) -> None:
        world = World([Response("Hello.", input_tokens=50, output_tokens=7)]).run(person("1"))

        assert kinds(world.stored) == ["opened", "assistant"]
        assert world.stored[-1].record == TurnRecord("replied")
        assert (reply(world).text, reply(world).turn) == ("Hello.", "turn-1")
        assert reply(world).info.total_tokens == 57
        assert outcome(world) == ["replied"]

    def test_what_is_sent_is_the_prompt_and_the_input(self) -> None:
        world = World().run(person("1"))

        starts = ["s:You are Ann.", "u:(5/3 02:45) [Ann(ann)]: Hi"]
        assert [text[: len(start)] for text, start in zip(world.sent[0], starts, strict=True)] == (
            starts
        )

    def test_what_was_sent_is_read_back_the_same(self) -> None:
        world = World().run(person("1")).run(person("2", "And?"))

        assert world.sent[1][:2] == world.sent[0]
        assert world.sent[1][2] == "a:Done."

    def test_calls_are_run_and_stored_before_the_reply(self) -> None:
        world = World([calls("a", "b"), Response("Found.")]).run(person("1"))

        assert kinds(world.stored) == ["opened", "assistant", "tool", "tool", "assistant"]
        assert [text[:12] for text in world.sent[1][2:]] == ["a:", "t:result of ", "t:result of "]

    def test_results_stand_in_the_order_of_the_calls(self) -> None:
        world = World([calls("a", "b"), Response("Found.")], choose=lambda n: n - 1)
        world.run(person("1"))

        results = [one.message for one in world.stored if isinstance(one.message, ToolResult)]
        assert [one.call_id for one in results] == ["a", "b"]

    def test_the_second_person_joins_behind_the_first_group(self) -> None:
        world = World([calls("a"), Response("Both.")])
        world.arrivals = {1: [Offer(person("2", "And me"), 0)]}
        world.run(person("1"))

        assert kinds(world.stored) == ["opened", "assistant", "tool", "joined", "assistant"]
        assert world.sent[1][-1].endswith("And me")
        assert outcome(world) == ["replied"]

    def test_what_comes_in_the_last_call_has_a_turn_with_a_note(self) -> None:
        world = World()
        world.arrivals = {1: [Offer(person("2", "And me"), 0)]}
        world.run(person("1"))

        assert outcome(world) == ["replied", "replied"]
        assert world.sent[1][-2].startswith("s:The messages that follow came in")

    def test_a_blank_answer_is_silent(self) -> None:
        world = World([Response(" \n")]).run(person("1"))

        assert (outcome(world), world.asked(SendReply)) == (["silent"], [])
        assert world.stored[-1].record == TurnRecord("silent")

    def test_a_repeated_answer_is_silent_if_that_is_wanted(self) -> None:
        options = evolve(Material(MODEL).options, suppress_repeat=True)
        world = World(material=Material(MODEL, options=options)).run(person("1")).run(person("2"))

        assert outcome(world) == ["replied", "silent"]

    def test_a_failing_model_is_told(self) -> None:
        world = World(answers={CallModel: [Failed("overloaded")]}).run(person("1"))

        assert outcome(world) == ["error"]
        assert world.heard(NoticeTold) == [NoticeTold("[错误] overloaded", "turn-1")]
        assert world.heard(UsageTold) == []
        assert kinds(world.stored) == ["opened", "event-marker"]

    def test_that_there_is_no_model_is_told(self) -> None:
        none = NoModel("big", tuple("abcdefg"))
        world = World(answers={Prepare: [none]}).run(person("1"))

        assert [one.text for one in world.heard(NoticeTold)] == [
            "[系统] There is no model to answer with: big is not there. Available: a, b, c, d, e"
        ]
        assert outcome(world) == ["error"]

    @pytest.mark.parametrize("value", [Swallowed(), Failed("no")])
    def test_what_is_swallowed_was_never_there(self, value: Swallowed | Failed) -> None:
        world = World(answers={BeforeTurn: [value]}).run(person("1"))

        assert (outcome(world), world.stored, world.asked(AfterTurn)) == (["not run"], [], [])
        assert world.heard(StreamEnded) == [StreamEnded()]

    def test_where_sending_fails_the_record_stays(self) -> None:
        world = World(answers={SendReply: [Failed("offline")]}).run(person("1"))

        assert kinds(world.stored) == ["opened", "assistant"]
        assert world.asked(AfterTurn) == [AfterTurn("error")]

    def test_without_an_archive_a_turn_runs_all_the_same(self) -> None:
        world = World(answers={Archive: [NotSaved()] * 9}).run(person("1"))

        assert (outcome(world), reply(world).text) == (["replied"], "Done.")


class TestCalls:
    """Arguments that are none, tools that fail, limits."""

    def test_broken_arguments_are_answered_to_the_model(self) -> None:
        world = World([calls("a", arguments="[1"), Response("Sorry.")]).run(person("1"))

        asked = world.stored[1].message
        assert isinstance(asked, Assistant)
        assert asked.calls[0].arguments == "{}"
        assert (world.asked(RunTool), world.asked(BeforeTool)) == ([], [])
        assert "[1" in text_of(world.stored[2].message)
        assert world.heard(ToolStarted)[0].arguments == "{}"
        assert world.heard(ToolEnded)[0].failed

    def test_a_tool_that_raises_has_an_error_for_a_result(self) -> None:
        world = World([calls("a"), Response("Sorry.")], answers={RunTool: [Failed("no disk")]})

        assert text_of(world.run(person("1")).stored[2].message) == '{"error": "no disk"}'

    def test_a_hook_can_keep_a_call_from_running(self) -> None:
        world = World([calls("a"), Response("Sorry.")], answers={BeforeTool: [Failed("denied")]})
        world.run(person("1"))

        assert world.asked(RunTool) == []
        assert text_of(world.stored[2].message) == '{"error": "denied"}'

    def test_hooks_add_to_what_is_stored(self) -> None:
        seen = ResultSeen("seen", (("cost", "3"),))
        world = World([calls("a")], answers={AfterTool: [seen]}).run(person("1"))

        assert text_of(world.stored[2].message) == "seen"
        assert (world.stored[2].metadata, world.stored[2].call) == ((("cost", "3"),), "turn-1.1.1")

    def test_missing_and_double_ids_become_ours(self) -> None:
        world = World([calls("", "x", "x")]).run(person("1"))

        asked = world.stored[1].message
        assert isinstance(asked, Assistant)
        assert [one.id for one in asked.calls] == ["turn-1.1.1", "x", "turn-1.1.3"]

    def test_behind_the_limit_calls_are_not_run(self) -> None:
        material = Material(MODEL, TurnSettings(max_iterations=1))
        world = World([calls("a"), calls("b", text="Enough.")], material).run(person("1"))

        assert len(world.asked(RunTool)) == 1
        assert (reply(world).text, world.heard(StreamEnded)) == ("Enough.", [StreamEnded(True)])

    def test_thinking_is_asked_for_if_it_is_offered(self) -> None:
        levels = [
            World(material=Material(MODEL, TurnSettings(think))).run(person("1")).asked(CallModel)
            for think in (None, "high", "deepest")
        ]

        assert [asked[0].thinking for asked in levels] == [None, "high", None]


class TestFormat:
    """A reply that must be written again."""

    def test_it_is_written_again_without_tools(self) -> None:
        again = ReplyChecked("bad", retry=True, feedback="Write JSON.", max_retries=1)
        world = World([Response("bad"), Response("good")])
        world.answers = {BeforeReply: [again]}
        world.run(person("1"))

        assert world.sent[1][-2:] == ["a:bad", "s:Write JSON."]
        assert (reply(world).text, len(world.heard(UsageTold))) == ("good", 2)
        assert kinds(world.stored) == ["opened", "assistant"]

    def test_behind_the_last_attempt_nothing_is_said(self) -> None:
        again = ReplyChecked("bad", retry=True, max_retries=1)
        world = World(answers={BeforeReply: [again, again]}).run(person("1"))

        assert (outcome(world), len(world.sent)) == (["silent"], 2)

    def test_an_envelope_is_stored_and_its_words_shown(self) -> None:
        checked = ReplyChecked("Hello.", archived='{"say": "Hello."}')
        world = World(answers={BeforeReply: [checked]}).run(person("1")).run(person("2"))

        assert text_of(world.stored[1].message) == '{"say": "Hello."}'
        assert (reply(world).text, world.sent[1][2]) == ("Hello.", "a:Hello.")

    def test_leaked_markup_is_neither_said_nor_stored(self) -> None:
        leaked = "Well.<|DSML|invoke>x</|DSML|invoke>"
        world = World([Response(leaked)]).run(person("1"))

        assert (reply(world).text, text_of(world.stored[1].message)) == ("Well.", "Well.")


class TestStop:
    """A stop takes effect where it can, and never loses what was stored."""

    def test_a_call_is_cancelled_and_the_next_turn_knows(self) -> None:
        world = World()
        world.offer(person("1"))
        world.answer_until(CallModel)
        world.offer(person("2"))
        world.happen(StopTurn(Person("web", "bob")))
        world.run()

        assert len(world.heard(CancelCall)) == 1
        assert outcome(world) == ["aborted", "replied"]
        marks = ["opened", "turn-stopped", "event-marker", "opened", "assistant"]
        assert kinds(world.stored) == marks
        stopped = [text for text in world.sent[1] if text.startswith("s:[已停下]")]
        assert [text[:36] for text in stopped] == ["s:[已停下] This turn was stopped by bob "[:36]]

    def test_tools_are_waited_for_and_their_group_is_kept(self) -> None:
        world = World([calls("a")])
        world.offer(person("1"))
        world.answer_until(RunTool)
        world.happen(StopTurn())
        world.run()

        kept = ["opened", "assistant", "tool", "turn-stopped", "event-marker"]
        assert (kinds(world.stored), len(world.sent)) == (kept, 1)

    def test_an_answer_that_comes_too_late_is_not_taken_for_another(self) -> None:
        """The numbers of asks go on from turn to turn."""
        world = World()
        world.offer(person("1"))
        world.answer_until(CallModel)
        late = world.heard(Asked)[-1].number
        world.happen(StopTurn())
        world.run()
        world.offer(person("2"))
        while world.pending:
            before = world.agent
            assert advance(before, Answer(late, Passed())) == (before, ())
            world.answer()

        assert outcome(world) == ["aborted", "replied"]

    def test_a_deletion_leaves_nothing_behind_it(self) -> None:
        world = World([calls("a")])
        world.offer(person("1"))
        world.answer_until(RunTool)
        world.happen(Hold("delete"))
        world.run()
        world.happen(Release())

        assert (kinds(world.stored), outcome(world)) == (["opened"], ["aborted"])
        assert world.asked(AfterTurn) == [AfterTurn("aborted")]

    def test_a_stop_before_the_hooks_still_archives_inputs(self) -> None:
        world = World()
        world.offer(person("1"))
        world.happen(DropAll("mute"))
        world.run()

        assert kinds(world.stored) == ["opened", "turn-stopped", "event-marker"]
        assert world.sent == []

    def test_a_reply_that_is_on_its_way_is_said(self) -> None:
        world = World()
        world.offer(person("1"))
        world.answer_until(SendReply)
        world.happen(StopTurn())
        world.run()

        assert outcome(world) == ["replied"]

    def test_a_reply_that_is_being_stored_is_not_said_in_a_session_that_goes(self) -> None:
        world = World()
        world.offer(person("1"))
        world.answer_until(BeforeReply)
        world.answer()
        world.happen(Hold("clear"))
        world.run()

        assert (outcome(world), world.asked(SendReply)) == (["replied"], [])

    def test_an_idle_turn_leaves_no_mark(self) -> None:
        world = World()
        world.offer(evolve(person("1"), trigger="idle", source="idle"))
        world.answer_until(CallModel)
        world.happen(StopTurn())
        world.run()

        assert kinds(world.stored) == ["event-marker"]


class TestLongChat:
    """A chat much longer than the window."""

    def test_between_two_cuts_what_was_sent_is_sent_again(self) -> None:
        world = World()
        for number in range(60):
            world.responses = [
                calls(f"c{number}", text="Let me look. " * 20),
                Response("So. " * 60),
            ]
            world.run(person(f"m{number}", "Tell me more, please. " * 20))

        sent = [one.messages for one in world.asked(CallModel)][::2]
        moved = [
            number
            for number, (earlier, later) in enumerate(pairwise(sent))
            if later[: len(earlier)] != earlier
        ]
        assert set(outcome(world)) == {"replied"}
        assert 0 < len(moved) < 20
        assert all(sent[number][0] == sent[0][0] for number in moved)


class TestMisuse:
    """What is no answer."""

    def test_an_answer_is_one(self) -> None:
        world = World()
        world.offer(person("1"))
        turn = world.agent.turn
        assert turn is not None

        with pytest.raises(InvalidArgument, match="that was prepared"):
            step(evolve(turn, phase="list"), Answer(1, Passed()))
        with pytest.raises(InvalidArgument, match="an Answer"):
            step(turn, Passed())  # type: ignore[arg-type]
        assert step(turn, Answer(99, Passed())) == (turn, ())
