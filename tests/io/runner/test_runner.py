"""A runner by examples: what hooks, tools, contributions, stops and deletions do."""

from __future__ import annotations

import asyncio
import contextvars

import anyio
import pytest

from ctxfn.io.runner import (
    AgentTool,
    At,
    Fate,
    Runner,
    RunnerClosed,
    ToolRun,
)
from ctxfn.messages import text_of
from ctxfn.tools import Declaration
from ctxfn.turns import Input, Layer, Response
from ctxfn.turns.exchange import (
    LineTold,
    NoticeTold,
    Reply,
    View,
)
from tests.io.runner.loops import run
from tests.io.runner.world import calls, person, world


async def told(runner: Runner, given: Input, kind: type[object]) -> list[object]:
    """What is told of this kind while *given* is handled."""
    async with runner.events() as stream:
        await runner.handle_message(given)
        await runner.settled()
        stream.end()
        return [one.what async for one in stream if isinstance(one.what, kind)]


class TestTurns:
    def test_a_turn_with_calls_is_kept_in_order_and_its_reply_comes_back(self) -> None:
        made = world(calls("a", "b", text="Let me look."), Response("Here."))

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                fate = await runner.handle_message(person("k"))
                assert (fate.became, fate.outcome, fate.reply) == ("opened", "replied", "Here.")

        run(work)
        assert made.words() == [
            "u:[Ann(ann)]: Hi",
            "a:Let me look.",
            "t:saw {}",
            "t:saw {}",
            "a:Here.",
        ]

    def test_what_is_said_meanwhile_joins_and_all_come_back_together(self) -> None:
        made = world(calls("a"), Response("Both."))

        async def work() -> None:
            async with Runner(made.provided(), name_turns=lambda: "t") as runner:
                hook = anyio.Event()

                async def wait(_at: At, _call: object) -> None:
                    await hook.wait()

                runner.hook("tool:before", "wait", wait)
                fates = []

                async def say(key: str) -> None:
                    fates.append(await runner.handle_message(person(key)))

                async with anyio.create_task_group() as group:
                    group.start_soon(say, "k1")
                    await anyio.sleep(1)
                    group.start_soon(say, "k2")
                    await anyio.sleep(1)
                    hook.set()
                assert sorted((one.key, one.became, one.turn) for one in fates) == [
                    ("k1", "opened", "t-1"),
                    ("k2", "joined", "t-1"),
                ]

        run(work)

    def test_a_session_with_nothing_to_do_is_not_in_memory(self) -> None:
        async def work() -> None:
            async with Runner(world().provided()) as runner:
                for number in range(5):
                    await runner.handle_message(person(f"k{number}", session=f"s{number}"))
                await runner.settled()
                assert [runner.agent(f"s{number}") for number in range(5)] == [None] * 5

        run(work)

    def test_without_an_archive_turns_run_and_it_is_told_once(self) -> None:
        made = world()

        async def work() -> None:
            async with Runner(made.provided(archive=None)) as runner:
                stream = runner.events()
                assert (await runner.handle_message(person("k1"))).reply == "Done."
                assert (await runner.handle_message(person("k2"))).reply == "Done."
            lines = [one.what.about async for one in stream if isinstance(one.what, LineTold)]
            assert lines == ["there is no archive: nothing is kept"]

        run(work)
        assert made.stored() == ()

    def test_without_a_model_people_are_told(self) -> None:
        async def work() -> None:
            async with Runner(world().provided(models=())) as runner:
                told_them = await told(runner, person("k"), NoticeTold)
                assert [one.text for one in told_them if isinstance(one, NoticeTold)] == [
                    "[系统] There is no model to answer with."
                ]

        run(work)

    def test_a_model_that_fails_ends_the_turn_with_an_error(self) -> None:
        made = world()
        made.paces = lambda place: (0.0, place == "model")

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                fate = await runner.handle_message(person("k"))
                assert (fate.outcome, fate.error) == ("error", "OSError: model fails")

        run(work)

    def test_an_input_of_a_key_that_is_there_is_waited_for(self) -> None:
        made = world()
        made.paces = lambda place: (10.0 if place == "model" else 0.0, False)
        fates: list[Fate] = []

        async def work() -> None:
            async with Runner(made.provided()) as runner:

                async def say(seconds: float) -> None:
                    await anyio.sleep(seconds)
                    fates.append(await runner.handle_message(person("k")))

                async with anyio.create_task_group() as group:
                    for seconds in (0.0, 0.0, 5.0):
                        group.start_soon(say, seconds)

        run(work)
        assert len(fates) == 3
        assert {(one.became, one.outcome, one.reply) for one in fates} == {
            ("opened", "replied", "Done.")
        }
        assert made.words() == ["u:[Ann(ann)]: Hi", "a:Done."]

    def test_the_history_is_read_from_behind_the_line_alone(self) -> None:
        made = world()

        async def work() -> None:
            defaults = Layer("global", (("history_line", 4),))
            async with Runner(made.provided(), defaults=defaults) as runner:
                for number in range(6):
                    await runner.handle_message(person(f"k{number}", f"Word {number}"))

        run(work)
        sent = [text_of(one) for one in made.requests[-1].messages if one.role == "user"]
        assert len(sent) <= 4
        assert "Word 5" in sent[-1]

    def test_replies_go_to_the_gateway_and_where_that_fails_people_are_told(self) -> None:
        said: list[str] = []

        async def gateway(reply: Reply) -> None:
            said.append(reply.text)
            raise OSError("no line")

        async def work() -> None:
            async with Runner(world().provided(gateway=gateway)) as runner:
                notices = await told(runner, person("k"), NoticeTold)
                assert len(notices) == 1

        run(work)
        assert said == ["Done."]


class TestCallers:
    def test_hooks_tools_and_contributions_see_the_variables_of_who_leads(self) -> None:
        variable: contextvars.ContextVar[str] = contextvars.ContextVar("who")
        seen: list[tuple[str, str]] = []

        async def look(_arguments: str, _run: ToolRun) -> str:
            seen.append(("tool", variable.get()))
            return "ok"

        async def build(_: View) -> None:
            seen.append(("contribution", variable.get()))

        async def work() -> None:
            tool = AgentTool(Declaration("look", "Look."), look)
            async with Runner(world(calls("a")).provided(tools=(tool,))) as runner:
                runner.hook("tool:after", "see", lambda *_: seen.append(("hook", variable.get())))
                runner.contribute("test/see", "context", build)
                variable.set("ann")
                await runner.handle_message(person("k"))

        run(work)
        assert set(seen) == {("tool", "ann"), ("hook", "ann"), ("contribution", "ann")}

    def test_cancelling_who_leads_stops_the_turn_and_is_felt_once_it_has_settled(self) -> None:
        made = world()
        made.paces = lambda place: (10.0 if place == "model" else 0.0, False)

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                task = asyncio.create_task(runner.handle_message(person("k")))
                await anyio.sleep(5)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                records = [one.record.outcome for one in made.stored() if one.record]
                assert records == ["aborted"]

        run(work)
        assert [one.kind for one in made.stored()] == [None, "turn-stopped", "event-marker"]

    def test_cancelling_who_waits_ends_the_waiting_alone(self) -> None:
        made = world()
        made.paces = lambda place: (10.0 if place == "model" else 0.0, False)

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                lead = asyncio.create_task(runner.handle_message(person("k1", "<k1>")))
                await anyio.sleep(5)
                task = asyncio.create_task(runner.handle_message(person("k2", "<k2>")))
                await anyio.sleep(1)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert (await lead).outcome == "replied"
                await runner.settled()

        run(work)
        assert sum("<k2>" in words for words in made.words()) == 1

    def test_nothing_is_handed_to_a_runner_that_is_not_open(self) -> None:
        async def work() -> None:
            runner = Runner()
            with pytest.raises(RunnerClosed):
                await runner.handle_message(person("k"))
            async with runner:
                await runner.close()
                with pytest.raises(RunnerClosed):
                    await runner.abort("s")

        run(work)

    def test_an_error_in_the_body_is_seen_as_it_is_and_turns_settle(self) -> None:
        made = world()
        made.paces = lambda place: (10.0 if place == "model" else 0.0, False)

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                task = asyncio.create_task(runner.handle_message(person("k")))
                await anyio.sleep(5)
                assert not task.done()
                raise KeyError("mine")

        with pytest.raises(KeyError):
            run(work)
        assert [one.record.outcome for one in made.stored() if one.record] == ["aborted"]
