"""gather: everybody at once, none longer than its limit, in declared order."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.assembly import default_pipeline
from ctxfn.context import Context, Note
from ctxfn.facts import SystemRole
from ctxfn.io import InvalidArgument
from ctxfn.io.gather import Contribution, Gathered, Report, gather
from ctxfn.messages import chat, to_json, user
from ctxfn.pipeline import Pipeline, phase, processor, reads
from tests.io.gather.virtual_loop import run_virtually


@frozen
class Said:
    """A fact."""

    text: str


def brings(name: str, seconds: float = 0.0, how: str = "arrive") -> Contribution[str]:
    """A contribution that takes so long, and then arrives, raises, or never ends."""

    async def fetch(view: str) -> Said | None:
        await asyncio.sleep(seconds if how != "hang" else 1e9)
        if how == "raise":
            raise ValueError("no")
        return None if how == "absent" else Said(f"{view} {name}")

    return Contribution(name, fetch, (Said,))


def statuses(gathered: Gathered) -> dict[str, str]:
    """What became of each."""
    return {report.name: report.status for report in gathered.reports}


class TestVirtually:
    """On a clock that is a number."""

    def test_fifty_of_which_some_hang_raise_or_are_slow(self) -> None:
        hows = {**dict.fromkeys(range(10), "hang"), **dict.fromkeys(range(10, 15), "raise")}
        slow = dict.fromkeys(range(15, 20), 9.0)
        every = [brings(f"{n:02}", slow.get(n, 0.1), hows.get(n, "arrive")) for n in range(50)]

        gathered, seconds, left = run_virtually(gather(every, "view"))

        assert (seconds, left) == (10.0, 0)
        assert gathered.facts == tuple(Said(f"view {n:02}") for n in range(15, 50))
        assert [report.name for report in gathered.missing] == [f"{n:02}" for n in range(15)]
        assert gathered.reports[0] == Report("00", "late", 10.0, (), "not there within 10 s")
        assert gathered.reports[10] == Report("10", "failed", 0.1, (), "ValueError: no")
        assert gathered.reports[15].seconds == 9.0

    def test_the_same_bytes_whatever_arrives_first(self) -> None:
        dice = random.Random(7)
        every = []
        for _ in range(100):
            seconds = dice.sample(range(20), 20)
            contributions = [
                brings(f"{n}", seconds[n] / 10, "raise" if n == 3 else "arrive") for n in range(20)
            ]
            gathered, _, _ = run_virtually(gather(contributions, "v"))
            context = gathered.context(
                chat(
                    user("hi"),
                    *(user(fact.text) for fact in gathered.facts if isinstance(fact, Said)),
                )
            )
            every.append((to_json(context.messages), tuple(context.notes)))

        assert set(every) == {every[0]}
        assert every[0][1] == (Note("gather", "failed", "3: ValueError: no"),)

    def test_each_may_have_its_own_limit(self) -> None:
        short = Contribution("short", brings("short", how="hang").fetch, (Said,), limit=2.0)
        long = Contribution("long", brings("long", 30.0).fetch, (Said,), limit=60.0)

        gathered, seconds, _ = run_virtually(gather([short, long], "v", limit=5))

        assert statuses(gathered) == {"short": "late", "long": "arrived"}
        assert seconds == 30.0

    def test_cancelled_nothing_runs_on(self) -> None:
        ended: list[str] = []

        async def fetch(view: str) -> Said:
            try:
                await asyncio.sleep(1e9)
            finally:
                await asyncio.sleep(0.5)
                ended.append(view)
            return Said("")

        async def cancelled() -> str:
            task = asyncio.ensure_future(
                gather([Contribution("a", fetch, (Said,)), brings("b", how="hang")], "v")
            )
            await asyncio.sleep(1)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                return "cancelled"
            return "not"

        assert run_virtually(cancelled()) == ("cancelled", 1.5, 0)
        assert ended == ["v"]

    def test_one_that_will_not_be_cancelled_is_left_to_itself(self) -> None:
        async def fetch(view: str) -> Said:
            while True:
                try:
                    await asyncio.sleep(20)
                    return Said("too late")
                except asyncio.CancelledError:
                    continue

        gathered, seconds, _ = run_virtually(
            gather([Contribution("a", fetch, (Said,)), brings("b")], "v")
        )

        assert statuses(gathered) == {"a": "late", "b": "arrived"}
        assert seconds == 11.0

    def test_one_that_cancels_itself_has_not_arrived(self) -> None:
        async def fetch(view: str) -> Said:
            raise asyncio.CancelledError

        gathered, _, _ = run_virtually(
            gather([Contribution("a", fetch, (Said,)), brings("b")], "v")
        )

        assert statuses(gathered) == {"a": "failed", "b": "arrived"}

    @given(
        st.lists(
            st.tuples(st.sampled_from(["arrive", "absent", "raise", "hang"]), st.integers(0, 200)),
            max_size=8,
        ),
        st.integers(1, 20),
    )
    def test_in_declared_order_and_within_the_limit(
        self, plan: list[tuple[str, int]], limit: int
    ) -> None:
        every = [brings(f"{n}", tenths / 10, how) for n, (how, tenths) in enumerate(plan)]

        gathered, seconds, left = run_virtually(gather(every, "v", limit=limit))

        in_time = [how == "arrive" and tenths / 10 < limit for how, tenths in plan]
        late = any(how == "hang" or tenths / 10 > limit for how, tenths in plan)
        expected = [Said(f"v {n}") for n, arrived in enumerate(in_time) if arrived]
        assert [fact for fact in gathered.facts if fact in expected] == expected
        assert [report.name for report in gathered.reports] == [f"{n}" for n in range(len(plan))]
        assert seconds <= limit + 1e-9
        assert not late or abs(seconds - limit) < 1e-9
        assert left == 0


class TestThreads:
    """Fetchers that block, on the real clock."""

    def test_a_plain_function_may_block(self) -> None:
        threads: set[str] = set()

        def fetch(view: str) -> Said:
            threads.add(threading.current_thread().name)
            return Said(view)

        gathered = asyncio.run(gather([Contribution("a", fetch, (Said,))], "v"))

        assert gathered.facts == (Said("v"),)
        assert threading.main_thread().name not in threads

    def test_one_that_blocks_too_long_is_late_and_forgotten(self) -> None:
        done = threading.Event()

        def fetch(view: str) -> Said:
            done.wait(30)
            return Said(view)

        gathered = asyncio.run(gather([Contribution("a", fetch, (Said,))], "v", limit=0.05))

        done.set()
        assert statuses(gathered) == {"a": "late"}

    def test_what_it_raises_is_reported_even_what_ends_a_process(self) -> None:
        def fetch(view: str) -> Said:
            raise SystemExit(view)

        gathered = asyncio.run(gather([Contribution("a", fetch, (Said,))], "v"))

        assert gathered.reports[0].reason == "RuntimeError: SystemExit('v')"

    def test_what_it_returns_may_be_awaited(self) -> None:
        async def later(view: str) -> Said:
            return Said(view)

        gathered = asyncio.run(gather([Contribution("a", lambda view: later(view), (Said,))], "v"))

        assert gathered.facts == (Said("v"),)

    def test_they_run_side_by_side(self) -> None:
        together = threading.Barrier(3, timeout=30)

        def fetch(view: str) -> Said:
            together.wait()
            return Said(view)

        every = [Contribution(name, fetch, (Said,)) for name in "abc"]
        gathered = asyncio.run(gather(every, "v"))

        assert statuses(gathered) == dict.fromkeys("abc", "arrived")


class TestWhatIsAsked:
    """A pipeline asks for what its steps read."""

    def test_only_who_provides_what_the_pipeline_reads(self) -> None:
        asked: list[str] = []

        def source(name: str, fact: object) -> Contribution[str]:
            def fetch(view: str) -> object:
                asked.append(name)
                return fact

            return Contribution(name, fetch, (type(fact),))

        sources = [source("said", Said("x")), source("role", SystemRole("be brief"))]

        gathered = asyncio.run(gather(default_pipeline(), "v", sources=sources))

        assert (asked, gathered.facts) == (["role"], (SystemRole("be brief"),))

    def test_a_step_of_ones_own_says_what_it_reads(self) -> None:
        @processor
        @reads(Said)
        def greet(context: Context, /) -> Context:
            return context

        pipeline = Pipeline((phase("p", "why", greet),))

        gathered = asyncio.run(gather(pipeline, "v", sources=[brings("a")]))

        assert gathered.facts == (Said("v a"),)

    def test_all_facts_of_one_contribution(self) -> None:
        def fetch(view: str) -> tuple[object, ...]:
            return Said("a"), SystemRole("b")

        gathered = asyncio.run(gather([Contribution("both", fetch, (Said, SystemRole))], "v"))

        assert gathered.context(chat()).get(SystemRole) == SystemRole("b")

    def test_what_it_does_not_provide_is_a_failure(self) -> None:
        gathered = asyncio.run(gather([Contribution("a", lambda view: 3, (Said, SystemRole))], "v"))

        assert gathered.reports[0].reason == "it brought a int and provides Said or SystemRole"

    def test_two_of_one_name_are_refused(self) -> None:
        with pytest.raises(InvalidArgument, match="two named 'a'"):
            asyncio.run(gather([brings("a"), brings("a")], "v"))

    @pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), "1", True, None])
    def test_a_limit_is_a_time(self, limit: float) -> None:
        with pytest.raises(InvalidArgument, match="limit"):
            asyncio.run(gather([], "v", limit=limit))

    @pytest.mark.parametrize(
        ("name", "fetch", "provides", "limit"),
        [
            ("", len, (int,), None),
            ("a", 3, (int,), None),
            ("a", len, (3,), None),
            ("a", len, int, None),
            ("a", len, (int,), 0),
        ],
    )
    def test_a_contribution_is_declared_whole(
        self, name: str, fetch: Any, provides: Any, limit: float | None
    ) -> None:
        with pytest.raises(InvalidArgument):
            Contribution(name, fetch, provides, limit)
