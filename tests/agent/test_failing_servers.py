"""A server that fails, as a turn sees it: the outcome, what is told, what is kept, and the turn after it."""

from __future__ import annotations

import functools
from typing import Any

import anyio
import pytest
from attrs import frozen

from ctxfn.io.archive import MemoryArchive
from ctxfn.io.models import ClientOptions, Patience, Retries, anthropic_client, openai_client
from ctxfn.io.runner import Fate, News, OfferedModel, Provided, Runner, agent_tool
from ctxfn.messages import text_of
from ctxfn.turns import Model, Stored
from ctxfn.turns.exchange import NoticeTold
from tests.io.runner.world import person
from tests.servers.answers import Said
from tests.servers.model_server import Reply, failing, model_server

_MAKES = {"chat": openai_client, "messages": anthropic_client}
_FINE = Reply(said=Said("All is well."))


@frozen
class Seen:
    """What became of two inputs, what was told, kept and waited for, and how often was asked."""

    fates: tuple[Fate, ...]
    news: tuple[News, ...]
    kept: tuple[Stored, ...]
    ran: tuple[int, ...]
    slept: tuple[float, ...]
    asked: int

    @property
    def told(self) -> list[str]:
        """The kinds of news."""
        return [type(one.what).__name__ for one in self.news]


async def turns(protocol: str, *replies: Reply, **patience: Any) -> Seen:
    """Say two things to an agent whose server replies so."""
    archive, ran, slept = MemoryArchive(), list[int](), list[float]()

    def look(at: int) -> str:
        """Look there."""
        ran.append(at)
        return "seen"

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    options = ClientOptions(
        sleep=sleep, retries=Retries(attempts=3, jitter=0.0), patience=Patience(**patience)
    )
    async with (
        model_server([*replies, _FINE]) as server,
        _MAKES[protocol](base_url=server.url, options=options) as client,
    ):
        provided = Provided(
            archive=archive,
            models=(OfferedModel(Model("claude-test-4-5", 8192, "p", 1024), client),),
            tools=(agent_tool(look),),
        )
        async with Runner(provided) as runner:
            stream = runner.events("s")
            fates = [await runner.handle_message(person(key)) for key in ("k1", "k2")]
            await runner.close()
            news = tuple([one async for one in stream])
    kept = await archive.read("s")
    return Seen(tuple(fates), news, kept, tuple(ran), tuple(slept), len(server.asked))


def rows(kept: tuple[Stored, ...]) -> list[tuple[str, str, str | None]]:
    """What is kept: whose it is, its words, and how a turn ended there."""
    return [
        (
            one.kind or one.message.role,
            text_of(one.message),
            None if one.record is None else one.record.outcome,
        )
        for one in kept
    ]


HI = ("user", "[Ann(ann)]: Hi", None)
WELL = ("assistant", "All is well.", "replied")
FAILED = ("event-marker", "", "error")


def check_failed(seen: Seen, kind: str) -> None:
    """The first turn failed and said so, once; nothing half is kept, and the second one is well."""
    first, second = seen.fates
    notices = [one.what.text for one in seen.news if isinstance(one.what, NoticeTold)]
    assert (first.outcome, first.reply, second.outcome) == ("error", None, "replied")
    assert kind in (first.error or "")
    assert notices == [f"[错误] {first.error}"]
    assert rows(seen.kept) == [HI, FAILED, HI, WELL]
    assert (first.error or "").count("peer closed connection") in (0, 1)
    assert seen.ran == ()


@pytest.mark.parametrize("protocol", _MAKES)
class TestFailingServers:
    @pytest.mark.parametrize(
        ("reply", "waits"),
        [
            (failing(500, "broken"), 0.5),
            (failing(429, "slowly", "", ("Retry-After", "7")), 7.0),
        ],
    )
    def test_what_is_mended_by_asking_again_is_no_failure(
        self, protocol: str, reply: Reply, waits: float
    ) -> None:
        seen = anyio.run(functools.partial(turns, protocol, reply))

        assert [one.reply for one in seen.fates] == ["All is well."] * 2
        assert rows(seen.kept) == [HI, WELL, HI, WELL]
        assert (seen.slept, seen.asked) == ((waits,), 3)
        assert "NoticeTold" not in seen.told

    def test_what_goes_on_failing_is_told(self, protocol: str) -> None:
        seen = anyio.run(functools.partial(turns, protocol, *[failing(500, "broken")] * 3))

        check_failed(seen, "500, server: broken (asked 3 times)")
        assert seen.asked == 4

    def test_an_answer_that_breaks_off_is_no_answer(self, protocol: str) -> None:
        said = Said("All is well that ends well.")
        seen = anyio.run(functools.partial(turns, protocol, Reply(said=said, cut_after=900)))

        check_failed(seen, "cut: ")
        assert seen.told.count("TextDelta") > 4
        assert seen.asked == 2

    def test_a_call_that_breaks_off_does_not_run(self, protocol: str) -> None:
        calls = Said("I look.", (("c1", "look", '{"at": 1}'),))
        seen = anyio.run(functools.partial(turns, protocol, Reply(said=calls, cut_after=1_100)))

        check_failed(seen, "cut: ")
        assert "CallDelta" in seen.told
        assert seen.asked == 2

    def test_silence_is_a_failure_and_slowness_is_not(self, protocol: str) -> None:
        silent = [Reply(said=_FINE.said, first=5.0)] * 3
        seen = anyio.run(functools.partial(turns, protocol, *silent, first=0.2))
        slow = Reply(said=_FINE.said, sizes=(300,), pause=0.02)
        later = anyio.run(functools.partial(turns, protocol, slow, idle=5.0))

        check_failed(seen, "timeout: ")
        assert rows(later.kept) == [HI, WELL, HI, WELL]
