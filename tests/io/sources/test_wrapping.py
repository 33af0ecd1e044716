"""What is put around an operation or a source keeps to its law."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources import (
    Answer,
    Asker,
    Document,
    Limits,
    Operation,
    Problem,
    Source,
    expose,
    opened_now,
    operation,
    query,
    read_only,
    update,
    with_cache,
    with_deadline,
    with_limit,
    with_prefix,
    with_redaction,
    with_retry,
)
from ctxfn.io.sources.source import Question
from tests.io.sources.made import QUICK, answering

FAILED = Answer(problem=Problem("notes", "failed", "down"))


class Counting:
    """A source that counts what it is asked, and fails as long as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.asked: list[object] = []
        self.changed: list[object] = []
        self._failures = failures

    def ask(self, question: Question) -> Answer:
        self.asked.append(question.text)
        return self._answer(question.text)

    def change(self, question: Question) -> Answer:
        self.changed.append(question.text)
        return self._answer(question.text)

    def operations(self) -> tuple[Operation, ...]:
        def look(place: str) -> Answer:
            """Look."""
            self.asked.append(place)
            return self._answer(place)

        def write(place: str) -> Answer:
            """Write."""
            self.changed.append(place)
            return self._answer(place)

        return operation(look), operation(write, writes=True)

    def source(self) -> Source:
        limits = Limits(seconds=5.0)
        return answering(self.ask, *self.operations(), change=self.change, limits=limits)

    def _answer(self, said: str) -> Answer:
        if len(self.asked) + len(self.changed) <= self._failures:
            raise ConnectionError("down")
        return Answer(text=f"{len(self.asked) + len(self.changed)}: {said}")


def run(one: Operation, given: Mapping[str, object]) -> Answer:
    with opened_now(answering(lambda _: Answer(), one, limits=Limits(seconds=5.0))) as live:
        return live.call(one.name, given)


async def at_once(_seconds: float) -> None:
    """Sleep for no time."""


class TestReadOnly:
    """It never writes, by whatever way it is asked to."""

    def test_of_a_source(self) -> None:
        counting = Counting()
        source = read_only(counting.source())
        with opened_now(source) as live:
            told = live.update("x")
            called = live.call("write", {"place": "x"})
            shown = [tool.name for tool in expose(live, write=True).tools]
            read = live.call("look", {"place": "a"})

        assert told.problem is not None
        assert told.problem.kind == "read-only"
        assert called.problem is not None
        assert (shown, read, counting.changed) == (["query_notes"], Answer(text="1: a"), [])

    def test_of_an_operation(self) -> None:
        counting = Counting()
        look, write = map(read_only, counting.operations())

        assert run(look, {"place": "a"}) == Answer(text="1: a")
        assert run(write, {"place": "a"}).problem == Problem(
            "notes", "refused", "write: it would change something, and may not"
        )
        assert counting.changed == []

    @given(st.lists(st.sampled_from(["read_only", "retry", "cache", "prefix"]), max_size=5))
    def test_whatever_is_put_around_it(self, order: list[str]) -> None:
        counting = Counting()
        source = read_only(counting.source())
        around: dict[str, Callable[[Source], Source]] = {
            "read_only": read_only,
            "retry": lambda one: with_retry(one, times=1, sleep=at_once),
            "cache": lambda one: with_cache(one, seconds=60),
            "prefix": lambda one: with_prefix(one, prefix="p_"),
        }
        for name in order:
            source = around[name](source)

        assert update(source, "x").problem is not None
        assert counting.changed == []


class TestRetry:
    """What failed is asked again, so many times; what changes anything never."""

    @pytest.mark.parametrize("times", [0, 1, 3])
    @pytest.mark.parametrize("failures", [0, 1, 2, 9])
    def test_it_counts(self, times: int, failures: int) -> None:
        counting = Counting(failures)
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        answer = query(with_retry(counting.source(), times=times, sleep=note), "hi")

        assert len(counting.asked) == min(failures, times) + 1
        assert waits == [0.2 * 2**time for time in range(min(failures, times))]
        assert (answer.problem is None) == (failures <= times)

    def test_an_answer_that_is_a_failure(self) -> None:
        counts: list[int] = []

        def fail(question: Question) -> Answer:
            counts.append(1)
            return FAILED

        assert query(with_retry(answering(fail), times=2, sleep=at_once), "hi") == FAILED
        assert len(counts) == 3

    @pytest.mark.parametrize("raises", [True, False])
    def test_what_is_refused_is_not_asked_again(self, raises: bool) -> None:
        counts: list[int] = []

        def refuse(question: Question) -> Answer:
            counts.append(1)
            if raises:
                raise SourceRefusal("no")
            return Answer(problem=Problem("notes", "refused", "no"))

        answer = query(with_retry(answering(refuse), times=3, sleep=at_once), "hi")

        assert (answer.problem, len(counts)) == (Problem("notes", "refused", "no"), 1)

    def test_what_changes_anything_is_never_tried_again(self) -> None:
        counting = Counting(9)
        with opened_now(with_retry(counting.source(), times=3, sleep=at_once)) as live:
            live.update("x")
            live.call("write", {"place": "y"})

        assert counting.changed == ["x", "y"]

    def test_the_limit_of_the_source_is_for_all_attempts(self) -> None:
        counting = Counting(9)

        async def forever(_seconds: float) -> None:
            await asyncio.Event().wait()

        source = with_deadline(counting.source(), seconds=0.2)

        answer = query(with_retry(source, times=3, sleep=forever), "hi")

        assert answer.problem == Problem("notes", "late", "no answer within 0.2 s")


class Clock:
    """Tells the seconds it is set to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class TestCache:
    """The same question, the same answer, for a while; what changes anything ends the while."""

    def test_for_a_while(self) -> None:
        counting, clock = Counting(), Clock()
        source = with_cache(counting.source(), seconds=10, clock=clock)
        first = query(source, "hi")
        clock.now = 9.9
        second = query(source, "hi")
        clock.now = 10.0
        third = query(source, "hi")

        assert (first, second, third) == (Answer(text="1: hi"),) * 2 + (Answer(text="2: hi"),)

    def test_of_whoever_asked_and_of_nobody_else(self) -> None:
        source = with_cache(Counting().source(), seconds=10)
        answers = [query(source, "hi", Asker(user)) for user in ("ann", "bob", "ann")]

        assert [one.text for one in answers] == ["1: hi", "2: hi", "1: hi"]

    def test_an_operation_by_its_arguments(self) -> None:
        with opened_now(with_cache(Counting().source(), seconds=10)) as live:
            said = [live.call("look", {"place": place}).text for place in ("a", "b", "a")]

        assert said == ["1: a", "2: b", "1: a"]

    def test_no_failure_is_remembered(self) -> None:
        counting = Counting(1)
        source = with_cache(counting.source(), seconds=10)

        assert [query(source, "hi").problem is None for _ in range(3)] == [False, True, True]
        assert len(counting.asked) == 2

    def test_a_change_makes_all_be_forgotten(self) -> None:
        counting = Counting()
        with opened_now(with_cache(counting.source(), seconds=10)) as live:
            said = [
                live.query("hi").text,
                live.update("x").text,
                live.query("hi").text,
                live.call("write", {"place": "y"}).text,
                live.call("write", {"place": "y"}).text,
                live.query("hi").text,
            ]

        assert said == ["1: hi", "2: x", "3: hi", "4: y", "5: y", "6: hi"]

    def test_what_was_on_its_way_during_a_change_is_not_remembered(self) -> None:
        begun, go = threading.Event(), threading.Event()

        def slow(question: Question) -> Answer:
            begun.set()
            go.wait(5)
            return Answer(text="old")

        source = answering(slow, change=lambda _: Answer(), limits=Limits(seconds=5.0))
        with opened_now(with_cache(source, seconds=10)) as live:
            asked = threading.Thread(target=live.query, args=("hi",))
            asked.start()
            begun.wait(5)
            live.update("x")
            go.set()
            asked.join()
            begun.clear()
            live.query("hi")

        assert begun.is_set()

    @given(st.lists(st.sampled_from("abcdef"), max_size=40), st.integers(1, 4))
    def test_the_same_answers_and_no_more_than_so_many_kept(
        self, asked: list[str], entries: int
    ) -> None:
        calls: list[str] = []

        def look(place: str) -> Answer:
            """Look."""
            calls.append(place)
            return Answer(text=place)

        cached = with_cache(operation(look), seconds=10, entries=entries)
        answers: list[object] = [asyncio.run(cached.run({"place": one})) for one in asked]  # type: ignore[arg-type]

        recent: list[str] = []
        missed = []
        for one in asked:
            if one not in recent:
                missed.append(one)
            recent = [one, *(other for other in recent if other != one)][:entries]
        assert answers == [Answer(text=one) for one in asked]
        assert calls == missed


class TestOthers:
    """Deadlines, limits, secrets and names."""

    @pytest.mark.parametrize("blocks", [True, False])
    def test_a_deadline_of_an_operation(self, blocks: bool) -> None:
        free = threading.Event()

        async def hang(_given: Mapping[str, object]) -> Answer:
            await asyncio.Event().wait()
            return Answer()

        waits = (lambda _given: free.wait(5)) if blocks else hang
        one = Operation("look", "Look.", Counting().operations()[0].parameters, waits)

        answer = run(with_deadline(one, seconds=0.1), {})
        free.set()

        assert answer.problem == Problem("notes", "late", "no answer within 0.1 s")

    def test_limits_are_never_widened(self) -> None:
        source = with_limit(
            with_deadline(answering(limits=QUICK), seconds=60), characters=10**6, results=10**4
        )

        assert source.limits == QUICK

    def test_a_limit(self) -> None:
        found = Answer(tuple(Document(str(n), "n", snippet="x" * 10) for n in range(5)), "y" * 50)

        def look() -> Answer:
            """Look."""
            return found

        of_operation = run(with_limit(operation(look), characters=20, results=1), {})
        of_source = query(with_limit(answering(lambda _: found), characters=20, results=1), "hi")

        remarks = ("cut: the first 20 of 50 characters", "cut: the first 0 of 5 results")
        assert of_operation == of_source == Answer(text="y" * 20, remarks=remarks)

    def test_secrets(self) -> None:
        def look(place: str) -> Answer:
            """Look."""
            return Answer(text=f"the word is {place}")

        of_operation = run(with_redaction(operation(look), secrets=["sesame"]), {"place": "sesame"})
        of_source = query(
            with_redaction(answering(lambda _: Answer(text="sesame!")), secrets=["sesame"]), "hi"
        )

        assert (of_operation.text, of_source.text) == ("the word is [hidden]", "[hidden]!")

    def test_a_prefix(self) -> None:
        with opened_now(with_prefix(Counting().source(), prefix="n_")) as live:
            shown = [tool.name for tool in expose(live, mode="tools").tools]
            said = live.call("n_look", {"place": "a"})

        assert (shown, said) == (["n_look"], Answer(text="1: a"))

    @pytest.mark.parametrize(
        "attempt",
        [
            lambda: with_retry(answering(), times=-1),
            lambda: with_retry(answering(), times=True),
            lambda: with_retry(answering(), times=1, wait=0),
            lambda: with_cache(answering(), seconds=0),
            lambda: with_cache(answering(), seconds=1, entries=0),
            lambda: with_cache(answering(), seconds=1, clock=5),  # type: ignore[arg-type]
            lambda: with_deadline(answering(), seconds=0),
            lambda: with_limit(answering(), characters=0),
            lambda: with_redaction(answering(), secrets="word"),
            lambda: with_prefix(answering(), prefix="a b"),
            lambda: with_prefix(answering(), prefix=5),  # type: ignore[arg-type]
            lambda: read_only("notes"),  # type: ignore[type-var]
            lambda: with_cache(5, seconds=1),  # type: ignore[type-var]
        ],
    )
    def test_what_does_not_belong_is_refused(self, attempt: Callable[[], object]) -> None:
        with pytest.raises(InvalidArgument):
            attempt()
