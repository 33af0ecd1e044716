"""Who looks on: streams of news, and what they do when nobody reads."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from ctxfn.io.models import Delta, TextDelta
from ctxfn.io.runner import (
    Missed,
    News,
    OfferedModel,
    Provided,
    Runner,
)
from ctxfn.turns import Response
from ctxfn.turns.exchange import (
    CallModel,
    ToolEnded,
)
from tests.io.runner.loops import run
from tests.io.runner.world import MODEL, calls, person, world


class Chatty:
    """A model that says very much."""

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        for number in range(2_000):
            hear(TextDelta(f"{number} "))
        return Response("Much.")


class TestNews:
    def test_a_slow_reader_holds_nobody_up_and_misses_deltas_alone(self) -> None:
        async def work() -> None:
            provided = Provided(models=(OfferedModel(MODEL, Chatty()),))
            news: list[News] = []
            async with Runner(provided) as runner:
                stream = runner.events(bound=100)
                assert (await runner.handle_message(person("k"))).reply == "Much."
            news = [one async for one in stream]
            missed = sum(one.what.count for one in news if isinstance(one.what, Missed))
            heard = [one for one in news if isinstance(one.what, TextDelta)]
            assert missed + len(heard) == 2_000
            assert len(news) <= 101
            assert heard[-1].what == TextDelta("1999 ")
            assert "TurnEnded" in [type(one.what).__name__ for one in news]

        run(work)

    def test_a_stream_is_of_one_session_or_of_all_and_may_be_closed_at_any_time(self) -> None:
        async def work() -> None:
            async with Runner(world().provided()) as runner:
                every, mine = runner.events(), runner.events("s1")
                gone = runner.events()
                await gone.aclose()
                for session in ("s1", "s2"):
                    await runner.handle_message(person("k", session=session))
                await runner.settled()
            assert {one.session async for one in every} == {"s1", "s2"}
            assert {one.session async for one in mine} == {"s1"}
            assert [one async for one in gone] == []

        run(work)

    def test_a_reader_waits_for_what_comes(self) -> None:
        async def work() -> None:
            async with Runner(world(calls("a")).provided()) as runner:
                heard: list[str] = []

                async def read() -> None:
                    async with runner.events() as stream:
                        async for one in stream:
                            heard.append(type(one.what).__name__)
                            if isinstance(one.what, ToolEnded):
                                return

                async with anyio.create_task_group() as group:
                    group.start_soon(read)
                    await anyio.sleep(1)
                    await runner.handle_message(person("k"))
                assert heard[-1] == "ToolEnded"

        run(work)
