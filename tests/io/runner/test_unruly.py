"""What is provided behaves in ways that nobody asked for: the runner goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from attrs import define

from ctxfn.errors import InvalidArgument
from ctxfn.io.runner import (
    POINTS,
    Point,
    Provided,
    Runner,
    SessionLog,
    WaitsForItself,
    agent_tool,
)
from ctxfn.messages import text_of
from ctxfn.turns import Agent, AgentEvent, Log, replay
from ctxfn.turns.exchange import LineTold
from tests.io.runner.loops import run
from tests.io.runner.world import World, calls, person, world


class Odd(BaseException):
    """What no `except Exception` catches."""


ENDS = (Odd("odd"), SystemExit(3), asyncio.CancelledError("not ours"))


def fails(end: BaseException) -> object:
    """Raise *end*, whatever was asked."""
    raise end


async def words_of(made: World, provided: Provided) -> list[str]:
    """What is archived of a turn."""
    async with Runner(provided) as runner:
        await runner.handle_message(person("k1"))
    return made.words()


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
class TestWhatNobodyCatches:
    def test_what_a_tool_raises_is_told_to_the_model(self, end: BaseException) -> None:
        made = world(calls("c1"))

        async def look() -> str:
            return str(fails(end))

        words = run(lambda: words_of(made, made.provided(tools=(agent_tool(look),))))
        assert words[2:] == [f't:{{"error": "{type(end).__name__}: {end}"}}', "a:Done."]

    def test_a_hook_that_raises_it_is_a_line(self, end: BaseException) -> None:
        async def answered(point: Point) -> list[str]:
            made = world()
            async with Runner(made.provided()) as runner:
                runner.hook(point, "ends", lambda _at, _value: fails(end))
                await runner.handle_message(person("k1"))
            return made.words()

        free = [point for point in POINTS if point not in ("input:before", "turn:before")]
        for point in free:
            assert run(lambda: answered(point)) == ["u:[Ann(ann)]: Hi", "a:Done."]  # noqa: B023

    def test_a_contribution_that_raises_it_is_not_heard(self, end: BaseException) -> None:
        made = world()

        async def work() -> list[str]:
            async with Runner(made.provided()) as runner:
                runner.contribute("test/ends", "turn-hint", lambda _: str(fails(end)))
                await runner.handle_message(person("k1"))
            return made.words()

        assert anyio.run(work) == ["u:[Ann(ann)]: Hi", "a:Done."]

    def test_what_an_action_raises_reaches_who_wanted_it_and_the_session_goes_on(
        self, end: BaseException
    ) -> None:
        made = world()

        async def action() -> None:
            fails(end)

        async def work() -> str | None:
            async with Runner(made.provided()) as runner:
                with pytest.raises(type(end)):
                    await runner.clearing(["s"], action)
                return (await runner.handle_message(person("k1"))).reply

        assert run(work) == "Done."


class TestSelfWaiting:
    @pytest.mark.parametrize("wanted", ["handle_message", "delete", "clear", "clearing", "settled"])
    def test_a_tool_that_would_wait_for_its_own_turn_is_refused(self, wanted: str) -> None:
        made = world(calls("c1"))
        runners: list[Runner] = []

        async def nothing() -> None:
            return

        async def look() -> str:
            (runner,) = runners
            ways = {
                "handle_message": lambda: runner.handle_message(person("k2")),
                "delete": lambda: runner.delete("s"),
                "clear": lambda: runner.clear("s"),
                "clearing": lambda: runner.clearing(["other", "s"], nothing),
                "settled": runner.settled,
            }
            with pytest.raises(WaitsForItself) as refused:
                await ways[wanted]()
            return str(refused.value).split(":")[0]

        async def work() -> None:
            async with Runner(made.provided(tools=(agent_tool(look),))) as runner:
                runners.append(runner)
                await runner.handle_message(person("k1"))

        run(work)
        assert made.words()[2:] == [f"t:{wanted}", "a:Done."]

    def test_an_action_that_would_wait_for_its_own_clearing_is_refused(self) -> None:
        made = world()

        async def work() -> None:
            async with Runner(made.provided()) as runner:
                with pytest.raises(WaitsForItself):
                    await runner.clearing(["s"], lambda: runner.handle_message(person("k1")))

        run(work)
        assert made.words() == []

    def test_a_tool_may_speak_to_another_session_and_to_its_own_without_waiting(self) -> None:
        made = world(calls("c1"))
        runners: list[Runner] = []
        later: list[asyncio.Task[object]] = []

        async def look() -> str:
            later.append(asyncio.ensure_future(runners[0].handle_message(person("k2", "And?"))))
            return str((await runners[0].handle_message(person("k3", session="other"))).reply)

        async def work() -> None:
            async with Runner(made.provided(tools=(agent_tool(look),))) as runner:
                runners.append(runner)
                await runner.handle_message(person("k1"))
                await later[0]

        run(work)
        assert [text_of(one.message) for one in made.stored()][2:] == [
            "Done.",
            "[Ann(ann)]: And?",
            "Done.",
        ]


class TestLogs:
    def test_a_log_that_broke_is_opened_anew_and_its_trouble_is_told_once(self) -> None:
        made = world(calls("c1"))
        lines: list[LineTold] = []

        async def work() -> None:
            async with Runner(made.provided(logs=Breaking(made))) as runner:
                news = runner.events("s")
                await runner.handle_message(person("k1"))
                await runner.close()
                lines.extend([one.what async for one in news if isinstance(one.what, LineTold)])

        run(work)
        assert lines == [
            LineTold("the log failed", "OSError: full"),
            LineTold("the log failed", "OSError: broken"),
        ]
        assert replay(made.logs.log("s")).agent.turn is None
        assert len(made.logs.log("s").events) > 10


@define
class Breaking:
    """Logs of which the first that is opened breaks at its third event, and stays broken."""

    world: World
    opened: int = 0

    @asynccontextmanager
    async def open(self, session: str, agent: Agent, /) -> AsyncIterator[SessionLog]:
        self.opened += 1
        async with self.world.logs.open(session, agent) as log:
            yield BrokenLog(log) if self.opened == 1 else log

    async def sessions(self) -> tuple[str, ...]:
        return await self.world.logs.sessions()


@define
class BrokenLog:
    """A log with room for two events, that cannot begin anew once that was full."""

    log: SessionLog
    room: int = 2

    @property
    def found(self) -> Log:
        return self.log.found

    async def append(self, *events: AgentEvent) -> None:
        if not self.room:
            raise OSError("full")
        self.room -= 1
        await self.log.append(*events)

    async def compact(self, agent: Agent, *, forget: bool = False) -> None:
        if not self.room:
            raise OSError("broken")
        await self.log.compact(agent, forget=forget)


class TestMisuse:
    @pytest.mark.parametrize(
        ("wanted", "given"),
        [
            ("abort", (5,)),
            ("drop_all", (None,)),
            ("delete", (5,)),
            ("clear", (None,)),
            ("snapshot", (5,)),
            ("resume", (5,)),
            ("clearing", ("ab", None)),
            ("clearing", (["a"], 5)),
            ("clearing", (5, None)),
            ("clearing", ([5], fails)),
        ],
    )
    def test_what_is_no_name_of_a_session_and_no_action_is_refused(
        self, wanted: str, given: tuple[object, ...]
    ) -> None:
        async def work() -> None:
            async with Runner(world().provided()) as runner:
                with pytest.raises(InvalidArgument, match=f"^{wanted}, "):
                    await getattr(runner, wanted)(*given)

        run(work)

    def test_no_number_bounds_a_stream_and_no_other_point_has_hooks(self) -> None:
        runner = Runner()
        with pytest.raises(InvalidArgument, match=r"^events, bound"):
            runner.events(bound="x")  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument, match=r"^unhook, point"):
            runner.unhook("nowhere", "x")  # type: ignore[arg-type]
