"""What is around a turn: hooks, contributions, tools and settings."""

from __future__ import annotations

import anyio
import pytest
from attrs import evolve

from ctxfn.errors import InvalidArgument
from ctxfn.io.runner import (
    At,
    OfferedModel,
    Runner,
    RunnerLimits,
    agent_tool,
    current_run,
)
from ctxfn.messages import system, text_of
from ctxfn.turns import Handed, Input, Layer, Model, ModelChoice, Response
from ctxfn.turns.exchange import (
    LineTold,
    Listed,
    ReplyChecked,
    ResultSeen,
    Swallowed,
    UsageTold,
    View,
)
from tests.io.runner.loops import run
from tests.io.runner.world import MODEL, calls, person, world


class TestHooks:
    def test_each_point_can_change_what_passes(self) -> None:
        made = world(calls("a"), Response("Word."))

        def shorter(_: At, value: Input) -> Input:
            return evolve(value, content=value.content.upper())

        def more(_: At, value: Listed) -> Listed:
            return Listed((*value.messages, Handed(system("Be brief."))), ())

        def polite(_: At, value: ReplyChecked) -> ReplyChecked:
            return ReplyChecked(f"{value.content} Bye.")

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                runner.register_preprocessor("upper", shorter)
                runner.hook("model:before", "more", more)
                runner.hook(
                    "tool:after", "seen", lambda _, seen: ResultSeen("seen", (("by", "me"),))
                )
                runner.hook("reply:before", "polite", polite)
                fate = await runner.handle_message(person("k", "look"))
                assert fate.reply == "Word. Bye."
                assert runner.preprocessors == ("upper",)

        run(work)
        assert made.words()[0] == "u:[Ann(ann)]: LOOK"
        assert "t:seen" in made.words()
        assert [text_of(one) for one in made.requests[0].messages][-1] == "Be brief."
        assert made.requests[0].tools == ()

    def test_an_input_that_is_swallowed_or_whose_hook_fails_is_not_kept(self) -> None:
        made = world()

        def odd(_: At, given: Input) -> Swallowed:
            if given.content == "fail":
                raise ValueError("no")
            return Swallowed()

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                runner.register_preprocessor("odd", odd)
                gone = await runner.handle_message(person("k1"))
                failed = await runner.handle_message(person("k2", "fail"))
                assert (gone.became, failed.became, failed.error) == (
                    "swallowed",
                    "failed",
                    "ValueError: no",
                )

        run(work)
        assert made.stored() == ()

    def test_a_turn_that_hooks_hold_back_was_never_there_and_its_error_comes_back(self) -> None:
        made = world()

        def refuse(_: At, __: object) -> None:
            raise ValueError("not now")

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                runner.hook("turn:before", "refuse", refuse)
                fate = await runner.handle_message(person("k"))
                assert (fate.outcome, fate.error) == ("not run", "turn:before: ValueError: not now")

        run(work)
        assert made.stored() == ()

    def test_a_hook_that_takes_too_long_has_failed(self) -> None:
        async def slow(_: At, __: object) -> None:
            await anyio.sleep(100)

        async def work() -> None:
            limits = RunnerLimits(hook=2)
            async with Runner(world().provided(), limits=limits) as runner:
                stream = runner.events()
                runner.hook("turn:after", "slow", slow)
                assert (await runner.handle_message(person("k"))).outcome == "replied"
            lines = [one.what async for one in stream if isinstance(one.what, LineTold)]
            assert lines == [
                LineTold("a hook after the turn failed", "turn:after: no answer within 2 s")
            ]

        run(work)

    def test_what_a_hook_may_not_return_is_said(self) -> None:
        async def work() -> None:
            async with Runner(world().provided()) as runner:
                runner.hook("model:after", "odd", lambda _, __: "words")
                stream = runner.events()
                assert (await runner.handle_message(person("k"))).reply == "Done."
            lines = [one.what async for one in stream if isinstance(one.what, LineTold)]
            assert len(lines) == 1
            assert "hook 'odd' at model:after" in lines[0].detail

        run(work)

    @pytest.mark.parametrize("point", ["nowhere", "turn", ""])
    def test_a_point_that_is_none_is_refused(self, point: str) -> None:
        with pytest.raises(InvalidArgument):
            Runner().hook(point, "a", lambda _, __: None)  # type: ignore[call-overload]


class TestContributions:
    def test_they_are_built_side_by_side_and_late_ones_are_not_heard(self) -> None:
        made = world()

        async def slow(_: View) -> str:
            await anyio.sleep(100)
            return "too late"

        async def quick(_: View) -> list[str]:
            await anyio.sleep(9)
            return ["One.", " ", "Two."]

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                stream = runner.events()
                runner.contribute("test/slow", "context", slow)
                for number in range(5):
                    runner.contribute(f"test/quick{number}", "context", quick)
                await runner.handle_message(person("k"))
            lines = [one.what async for one in stream if isinstance(one.what, LineTold)]
            assert lines == [LineTold("a contribution failed", "test/slow")]

        run(work)
        assert [text_of(one) for one in made.requests[0].messages].count("Two.") == 5

    def test_one_that_comes_up_while_a_tool_runs_is_asked_before_the_next_call(self) -> None:
        made = world(calls("a"))

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                runner.hook(
                    "tool:after",
                    "learn",
                    lambda *_: runner.contribute("test/new", "turn-hint", self.now),
                )
                await runner.handle_message(person("k"))

        run(work)
        assert ["New." in map(text_of, one.messages) for one in made.requests] == [False, True]

    async def now(self, _: View) -> str:
        return "New."

    @pytest.mark.parametrize("key", ["", "name", "/name", "plugin/"])
    def test_a_key_that_is_none_is_refused(self, key: str) -> None:
        with pytest.raises(InvalidArgument):
            Runner().contribute(key, "context", lambda _: None)


class TestTools:
    def test_functions_are_tools_in_threads_or_awaited_and_know_their_run(self) -> None:
        seen: list[str | None] = []

        def plain(number: int = 3) -> dict[str, int]:
            """Count."""
            run = current_run()
            seen.append(None if run is None else run.context.user_id)
            return {"number": number}

        async def waiting() -> str:
            """Wait."""
            run = current_run()
            seen.append(None if run is None else run.context.session)
            return "waited"

        made = world(calls("a", tool="plain"), calls("b", tool="waiting"), calls("c", tool="none"))

        async def work() -> None:
            tools = (agent_tool(plain), agent_tool(waiting))
            async with Runner(made.provided(tools=tools)) as runner:
                await runner.handle_message(person("k"))

        anyio.run(work)
        assert seen == ["ann", "s"]
        results = [one for one in made.words() if one.startswith("t:")]
        assert results[:2] == ['t:{"number": 3}', "t:waited"]
        assert "there is no tool 'none'" in results[2]

    def test_one_that_takes_too_long_has_failed_and_the_turn_goes_on(self) -> None:
        async def slow() -> str:
            """Take long."""
            await anyio.sleep(100)
            return "late"

        made = world(calls("a", "b", tool="slow"))

        async def work() -> None:
            provided = made.provided(tools=(agent_tool(slow, seconds=5),))
            async with Runner(provided) as runner:
                assert (await runner.handle_message(person("k"))).reply == "Done."

        run(work)
        results = [one for one in made.words() if one.startswith("t:")]
        assert results == ['t:{"error": "no answer within 5 s"}'] * 2

    def test_so_many_run_at_a_time(self) -> None:
        now, most = 0, 0

        async def slow() -> str:
            """Take a moment."""
            nonlocal now, most
            now += 1
            most = max(most, now)
            await anyio.sleep(1)
            now -= 1
            return "done"

        made = world(calls(*"abcdef", tool="slow"))

        async def work() -> None:
            provided = made.provided(tools=(agent_tool(slow),))
            async with Runner(provided, limits=RunnerLimits(tools_at_once=2)) as runner:
                await runner.handle_message(person("k"))

        run(work)
        assert most == 2

    def test_without_tools_a_call_is_answered_with_that(self) -> None:
        made = world(calls("a"))

        async def work() -> None:
            async with Runner(made.provided(tools=None)) as runner:
                await runner.handle_message(person("k"))

        run(work)
        assert made.words()[2] == 't:{"error": "there are no tools"}'


class TestSettings:
    def test_a_session_uses_the_model_that_was_assigned_to_it(self) -> None:
        made, other = world(), Model("big", 8192, "p", 1024)

        async def work() -> None:
            provided = made.provided(models=(OfferedModel(MODEL, made), OfferedModel(other, made)))
            async with Runner(provided) as runner:
                await runner.assign_model("s", ModelChoice("p", "big"))
                await runner.handle_message(person("k1"))
                await runner.assign_model("s", None)
                await runner.handle_message(person("k2"))

        run(work)
        assert [one.model for one in made.requests] == ["big", "m"]

    def test_one_that_is_not_there_is_told_of_once_and_another_used(self) -> None:
        async def work() -> None:
            defaults = Layer("global", (("llm", ModelChoice("p", "gone")),))
            async with Runner(world().provided(), defaults=defaults) as runner:
                stream = runner.events()
                for key in ("k1", "k2"):
                    assert (await runner.handle_message(person(key))).outcome == "replied"
            lines = [one.what.about async for one in stream if isinstance(one.what, LineTold)]
            assert lines == ["the agent's own preference p/gone is not there; p/m is used"]

        run(work)

    def test_what_is_provided_is_looked_at_when_it_is_used(self) -> None:
        made, other = world(calls("a")), world()

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                runner.hook("tool:after", "move", lambda *_: runner.provide(archive=other))
                await runner.handle_message(person("k"))
                with pytest.raises(InvalidArgument):
                    runner.provide(nothing=None)

        run(work)
        assert [one.message.role for one in made.stored()] == ["user"]
        assert [one.message.role for one in other.stored()] == ["assistant", "tool", "assistant"]

    @pytest.mark.parametrize(
        ("name", "outcome"),
        [("logs", "replied"), ("place", "replied"), ("settings", "error"), ("persona", "error")],
    )
    def test_something_that_is_none_harms_its_own_turn_at_most(
        self, name: str, outcome: str
    ) -> None:
        made = world()

        async def work() -> None:
            async with Runner(made.provided(**{name: 3})) as runner:
                assert (await runner.handle_message(person("k1"))).outcome == outcome
                runner.provide(**{name: None})
                assert (await runner.handle_message(person("k2"))).outcome == "replied"

        run(work)

    def test_a_snapshot_says_what_would_be_sent_and_changes_nothing(self) -> None:
        made, seen = world(), []

        def look(at: At, _: Listed) -> None:
            seen.append(at.dry_run)

        async def build(view: View) -> str:
            return f"dry {view.dry_run}"

        async def work() -> None:
            provided = made.provided(persona=lambda *_: "You are Eve.")
            async with Runner(provided) as runner:
                await runner.handle_message(person("k"))
                runner.hook("model:before", "look", look)
                runner.contribute("test/now", "context", build)
                stream = runner.events()
                taken = await runner.snapshot("s")
                assert taken is not None
                texts = [text_of(one.message) for one in taken.entries]
                assert texts[0].startswith("You are Eve.")
                assert texts[1] == "dry True"
                assert taken.usage.history_messages == 2
                stream.end()
                assert [type(one.what) async for one in stream] == [UsageTold]

        run(work)
        assert seen == [True]
        assert len(made.stored()) == 2
        assert len(made.requests) == 1
