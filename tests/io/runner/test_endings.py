"""How things end: stops, deletions, the end of the program, and what is resumed."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable

import anyio
import pytest

from ctxfn.io.models import Delta
from ctxfn.io.runner import (
    AgentTool,
    Fate,
    News,
    Runner,
    RunnerLimits,
    ToolRun,
    run_agent_task,
    source_tools,
    sub_agent,
    tell_run,
)
from ctxfn.io.sources import (
    AgentEvent,
    AgentTask,
    Answer,
    Asker,
    Source,
    Status,
    Surface,
    aexpose,
    opened,
    operation,
    steady,
)
from ctxfn.messages import Call, text_of
from ctxfn.tools import Declaration
from ctxfn.turns import Person, Response
from ctxfn.turns.exchange import CallModel
from tests.io.runner.loops import run
from tests.io.runner.scenes import Scene, check, go_on
from tests.io.runner.world import MODEL, World, calls, person, world


def slow_model(made: World) -> World:
    """A world whose model takes ten seconds."""
    made.paces = lambda place: (10.0 if place == "model" else 0.0, False)
    return made


async def meanwhile(
    runner: Runner, deed: Callable[[], Awaitable[object]], *keys: str
) -> dict[str, Fate]:
    """Hand inputs over, a second after each other, then do *deed*, and wait for all of it."""
    fates: dict[str, Fate] = {}

    async def say(key: str) -> None:
        fates[key] = await runner.handle_message(person(key, f"<{key}>"))

    async with anyio.create_task_group() as group:
        for key in keys:
            group.start_soon(say, key)
            await anyio.sleep(1)
        await deed()
    return fates


class TestStops:
    def test_a_stop_ends_the_turn_at_once_with_its_marks_and_what_waits_goes_on(self) -> None:
        made = slow_model(world())

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                stop = functools.partial(runner.abort, "s", Person("web", "ann"))
                fates = await meanwhile(runner, stop, "k1", "k2")
                assert fates["k1"].outcome == "aborted"
                assert fates["k2"].outcome == "replied"
                assert await runner.abort("s") is False

        run(work)
        kinds = [one.kind for one in made.stored()]
        assert kinds == [None, "turn-stopped", "event-marker", None, None]

    def test_a_tool_that_waits_sees_that_it_is_to_stop(self) -> None:
        async def wait(_: str, tool_run: ToolRun) -> str:
            while not tool_run.stopped():
                await anyio.sleep(1)
            return "gave up"

        made = world(calls("a"))

        async def work() -> None:
            tool = AgentTool(Declaration("look", "Look."), wait)
            async with Runner(made.provided(tools=(tool,))) as runner:
                await meanwhile(runner, functools.partial(runner.abort, "s"), "k")

        run(work)
        assert "t:gave up" in made.words()

    def test_what_is_muted_is_kept_and_not_answered(self) -> None:
        made = slow_model(world())

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                fates = await meanwhile(runner, functools.partial(runner.mute, "s"), "k1", "k2")
                assert [fates[key].became for key in ("k1", "k2")] == ["opened", "archived"]

        run(work)
        assert [words for words in made.words() if "<k" in words] == [
            "u:[Ann(ann)]: <k1>",
            "u:[Ann(ann)]: <k2>",
        ]


class TestDeletions:
    def test_a_deleted_session_leaves_nothing_in_archive_and_log(self) -> None:
        made = slow_model(world())

        async def work() -> None:
            async with Runner(made.provided(logs=made.logs)) as runner:
                delete = functools.partial(runner.delete, "s")
                fates = await meanwhile(runner, delete, "k1", "k2")
                assert fates["k1"].outcome == "aborted"
                assert fates["k2"].became == "dropped"

        run(work)
        assert made.stored() == ()
        assert not any("<k" in line for line in made.kept.lines["s"])

    def test_what_is_said_after_it_began_is_a_new_beginning(self) -> None:
        made = slow_model(world())

        async def work() -> None:
            async with Runner(made.provided(), limits=RunnerLimits(hook=5)) as runner:

                async def delete_and_say() -> None:
                    async with anyio.create_task_group() as group:
                        group.start_soon(runner.delete, "s")
                        await anyio.sleep(0.1)
                        assert (await runner.handle_message(person("k9"))).outcome == "replied"

                await meanwhile(runner, delete_and_say, "k1")

        run(work)
        assert made.words() == ["u:[Ann(ann)]: Hi", "a:Done."]

    def test_cancelling_who_deletes_does_not_keep_it_from_going(self) -> None:
        made = world()

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                await runner.handle_message(person("k"))
                made.paces = lambda _: (3.0, False)
                with anyio.move_on_after(1):
                    await runner.delete("s")
                assert made.stored()
                await runner.settled()

        run(work)
        assert made.stored() == ()

    def test_sessions_are_held_while_something_is_done_to_them_and_go_on_if_that_fails(
        self,
    ) -> None:
        made = world()

        async def work() -> None:
            async with Runner(made.provided()) as runner:

                async def act() -> None:
                    async with anyio.create_task_group() as group:
                        group.start_soon(runner.handle_message, person("k"))
                        await anyio.sleep(5)
                        assert made.stored() == ()
                        group.cancel_scope.cancel()
                    raise OSError("no")

                with pytest.raises(OSError, match="no"):
                    await runner.clearing(["s", "t"], act)
                await runner.settled()

        run(work)
        assert made.words() == ["u:[Ann(ann)]: Hi", "a:Done."]


class TestTheEnd:
    def test_the_end_of_the_program_stops_turns_and_keeps_what_waits(self) -> None:
        made = slow_model(world())

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                fates = await meanwhile(runner, runner.close, "k1", "k2")
                assert [one.outcome for one in fates.values()] == ["aborted", None]

        run(work)
        assert [one.kind for one in made.stored()] == [None, "turn-stopped", "event-marker", None]

    def test_what_hangs_is_given_up_after_the_time_of_grace_and_the_turn_settles(self) -> None:
        made = world(calls("a"))
        made.paces = lambda place: (10_000.0 if place == "tool" else 0.0, False)

        async def work() -> None:
            tool = AgentTool(Declaration("look", "Look."), made.look, seconds=100_000)
            limits = RunnerLimits(grace=5)
            async with Runner(made.provided(tools=(tool,)), limits=limits) as runner:
                await meanwhile(runner, runner.close, "k1")

        run(work)
        assert [one.message.role for one in made.stored()] == [
            "user",
            "assistant",
            "tool",
            "system",
            "system",
        ]

    def test_a_tool_that_ran_when_the_program_ended_is_not_run_again(self) -> None:
        made = world(calls("a"), Response("After all."))
        made.paces = lambda place: (10.0 if place == "tool" else 0.0, False)
        before: list[World] = []

        async def work() -> None:
            async with Runner(made.provided(logs=made.logs)) as runner:
                with anyio.move_on_after(5):
                    await anyio.sleep(0)
                    task = asyncio.create_task(runner.handle_message(person("k")))
                    await anyio.sleep(5)
                lines = {name: list(some) for name, some in made.kept.lines.items()}
                messages = {name: dict(some) for name, some in made.kept.messages.items()}
                before.append(World(made.responses, type(made.kept)(messages, lines)))
                await task

        run(work)
        run(functools.partial(go_on, before[0]))
        assert before[0].ran == []
        results = [one for one in before[0].words() if one.startswith("t:")]
        assert len(results) == 1
        assert "the program stopped while this ran" in results[0]


class TestSideBySide:
    def test_a_hundred_sessions_run_at_once(self) -> None:
        made = slow_model(World())

        async def work() -> float:
            async with Runner(made.provided()) as runner, anyio.create_task_group() as group:
                for number in range(100):
                    given = person("k", session=f"s{number}")
                    group.start_soon(runner.handle_message, given)
            return anyio.current_time()

        assert run(work) == pytest.approx(10.0)
        assert made.most == 100
        assert all(len(made.stored(f"s{number}")) == 2 for number in range(100))

    @pytest.mark.parametrize("seed", range(6))
    def test_under_a_real_loop_the_same_holds(self, seed: int) -> None:
        scene = Scene(seed, haste=0.02)
        asyncio.run(scene.play())
        check(scene)


class Asked:
    """A model that looks something up, and then says what it was told."""

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        last = request.messages[-1]
        if last.role == "tool":
            return Response(f"It says {text_of(last)}", input_tokens=5)
        return calls("c1", tool="find")


def find() -> Answer:
    """Find it."""
    return Answer(text="42")


class TestAgentsOfSources:
    def test_a_source_is_answered_by_a_turn_of_ours_with_its_own_tools(self) -> None:
        told: list[AgentEvent] = []

        async def work() -> str:
            surface = Surface((operation(find),), lambda question: Answer(text=question.text))
            source = Source("numbers", steady(surface), lambda: Status(True))
            async with opened(source) as live:
                agent = sub_agent(Asked(), MODEL)
                shown = await aexpose(live, mode="agent", agent=agent, on_event=told.append)
                return await shown.tools[0].arun({"question": "Which?"}, run="outer")

        assert "42" in asyncio.run(work())
        assert {one.parent for one in told} == {"outer"}
        assert {"tool-started", "tool-ended", "usage"} <= {one.kind for one in told}

    def test_what_it_does_is_told_with_the_call_it_belongs_to(self) -> None:
        made = world()

        async def work() -> list[News]:
            surface = Surface((operation(find),), lambda question: Answer(text=question.text))
            source = Source("numbers", steady(surface), lambda: Status(True))
            async with opened(source) as live:
                agent = sub_agent(Asked(), MODEL)
                shown = await aexpose(live, mode="agent", agent=agent, on_event=tell_run)
                asking = Response("", (Call("c1", shown.tools[0].name, '{"question": "Which?"}'),))
                made.responses.append(asking)
                provided = made.provided(tools=source_tools(shown.tools))
                async with Runner(provided) as runner:
                    stream = runner.events()
                    assert (await runner.handle_message(person("k"))).reply == "Done."
                return [one async for one in stream if isinstance(one.what, AgentEvent)]

        news = asyncio.run(work())
        assert {"tool-started", "tool-ended"} <= {getattr(one.what, "kind", "") for one in news}
        assert {getattr(one.what, "parent", "") for one in news} == {one.key for one in news}
        assert all(one.key and one.key.endswith(".1.1") for one in news)

    def test_one_that_does_not_answer_in_time_says_so(self) -> None:
        made = slow_model(world())
        task = AgentTask("Answer.", "Which?", (), Asker(), lambda _: None)

        async def work() -> Answer:
            return await run_agent_task(made, MODEL, task, seconds=2)

        answer = run(work)
        assert answer.problem is not None
        assert (answer.problem.kind, answer.problem.reason) == ("late", "no answer within 2 s")
