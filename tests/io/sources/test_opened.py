"""Asking a source: one implementation, awaited or not; whatever goes wrong is a value."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources import (
    Answer,
    Asker,
    Document,
    Limits,
    Problem,
    Question,
    Source,
    Status,
    aquery,
    astatus,
    aupdate,
    opened,
    opened_now,
    query,
    status,
    update,
)
from tests.io.sources.made import QUICK, answering, noted, opening, surface_of


async def forever() -> None:
    await asyncio.Event().wait()


async def hang(question: Question) -> Answer:
    await forever()
    return Answer()


def fail(question: Question) -> Answer:
    raise ConnectionError("no route to postgresql://ann:hunter2@db/x?key=s3cr%2Ft")


class TestExamples:
    """One question, one answer."""

    def test_awaited_or_not_the_answer_is_the_same(self) -> None:
        source = answering(change=noted)

        assert query(source, "hi") == asyncio.run(aquery(source, "hi")) == Answer(text="HI")
        assert update(source, "x") == asyncio.run(aupdate(source, "x")) == Answer(text="noted: x")
        assert status(source) == asyncio.run(astatus(source)) == Status(True, "here")

    def test_who_asks_goes_down_and_nothing_else(self) -> None:
        asked: list[Question] = []

        def note(question: Question) -> Answer:
            asked.append(question)
            return Answer()

        source = answering(note)
        ann = Asker("ann", metadata=(("action_token", "t"),))

        query(source, "hi", ann)

        assert asked == [Question("hi", ann)]

    def test_many_at_the_same_time(self) -> None:
        with opened_now(answering()) as live, ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(live.query, map(str, range(50))))

        assert answers == [Answer(text=str(number)) for number in range(50)]

    def test_tasks_of_any_loop_may_ask_what_is_open(self) -> None:
        async def ask() -> list[Answer]:
            async with opened(answering()) as live:
                return await asyncio.gather(*(live.aquery(word) for word in ("a", "b")))

        assert asyncio.run(ask()) == [Answer(text="A"), Answer(text="B")]

    def test_where_a_loop_runs_one_awaits(self) -> None:
        async def ask() -> None:
            query(answering(), "hi")

        with pytest.raises(InvalidArgument, match="await aquery there"):
            asyncio.run(ask())


class TestProblems:
    """What goes wrong is an answer, in the name of the source."""

    def test_one_that_can_only_be_read_says_so(self) -> None:
        reason = "notes can only be read: do not try to change anything there"

        assert update(answering(), "x").problem == Problem("notes", "read-only", reason)

    def test_a_missing_feature_deep_inside_is_no_reading_only(self) -> None:
        def change(question: Question) -> Answer:
            raise NotImplementedError("drafts")

        answer = update(answering(change=change), "x")

        assert answer.problem == Problem("notes", "failed", "NotImplementedError: drafts")

    def test_secrets_are_hidden_in_every_error(self) -> None:
        answer = query(answering(fail, secrets=("s3cr/t",)), "hi")

        reason = "ConnectionError: no route to postgresql://[hidden]@db/x?key=[hidden]"
        assert answer.problem == Problem("notes", "failed", reason)

    def test_secrets_are_hidden_in_every_answer(self) -> None:
        found = Answer((Document("s3cr/t", "a", "s3cr/t", snippet="is s3cr/t"),), "s3cr/t!")

        answer = query(answering(lambda question: found, secrets=("s3cr/t",)), "hi")

        hidden = Document("[hidden]", "a", "[hidden]", snippet="is [hidden]")
        assert answer == Answer((hidden,), "[hidden]!")

    def test_a_refusal_is_told_in_its_own_words(self) -> None:
        def refuse(question: Question) -> Answer:
            raise SourceRefusal("not on Sundays")

        assert query(answering(refuse), "hi").problem == Problem(
            "notes", "refused", "not on Sundays"
        )

    def test_what_is_no_answer(self) -> None:
        answer = query(answering(lambda question: "hi"), "hi")

        assert answer.problem == Problem("notes", "failed", "a str came, no Answer")

    def test_one_that_cannot_be_reached_has_a_status(self) -> None:
        def check() -> Status:
            raise OSError("no route")

        source = Source("notes", answering().connect, check, limits=QUICK)

        assert status(source) == Status(False, "OSError: no route")


class TestDeadlines:
    """Nothing waits longer than its limit: not opening, not asking, not closing."""

    def test_while_connecting(self) -> None:
        answer = query(opening(before=forever), "hi")

        assert answer.problem == Problem("notes", "failed", "not open within 0.1 s")

    def test_while_asking(self) -> None:
        assert query(answering(hang), "hi").problem == Problem(
            "notes", "late", "no answer within 0.1 s"
        )

    def test_while_asking_one_that_blocks(self) -> None:
        free = threading.Event()

        answer = query(answering(lambda question: free.wait(60)), "hi")
        free.set()

        assert answer.problem == Problem("notes", "late", "no answer within 0.1 s")

    def test_while_closing(self) -> None:
        with opened_now(opening(after=forever)) as live:
            assert live.query("hi") == Answer(text="HI")

        assert live.state == "closed"

    def test_while_its_status_is_asked(self) -> None:
        source = Source("notes", answering().connect, forever, limits=QUICK)

        assert status(source) == Status(False, "no answer within 0.1 s")

    def test_one_that_hangs_holds_up_nobody(self) -> None:
        async def some(question: Question) -> Answer:
            return await hang(question) if question.text == "hang" else Answer(text="ok")

        with opened_now(answering(some)) as live, ThreadPoolExecutor(2) as pool:
            slow = pool.submit(live.query, "hang")

            assert live.query("hi") == Answer(text="ok")
            assert slow.result().problem is not None


class TestLife:
    """A connection has one state, and it is told."""

    def test_opening_a_source_never_raises(self) -> None:
        def refuse() -> None:
            raise ConnectionError("down")

        with opened_now(opening(before=refuse)) as live:
            answer = live.query("hi")
            told = live.status()

        assert answer.problem == Problem("notes", "failed", "ConnectionError: down")
        assert (told.ok, told.state) == (False, "failed")

    def test_the_next_question_tries_again(self) -> None:
        down = threading.Event()
        down.set()

        def fail_while_down() -> None:
            if down.is_set():
                raise ConnectionError("down")

        with opened_now(opening(before=fail_while_down)) as live:
            first = live.query("a")
            down.clear()
            second, told = live.query("b"), live.status()

        assert first.problem == Problem("notes", "failed", "ConnectionError: down")
        assert (second, told) == (Answer(text="B"), Status(True, "here", "open"))

    def test_a_question_to_what_is_closed(self) -> None:
        with opened_now(answering()) as live:
            pass

        assert live.query("hi").problem == Problem("notes", "closed", "it is not open")
        assert live.status().state == "closed"

    def test_a_source_is_opened_anew_as_often_as_one_likes(self) -> None:
        seen: list[str] = []
        source = opening(lambda: seen.append("open"), lambda: seen.append("close"))
        for _ in range(2):
            with opened_now(source) as live:
                live.query("hi")

        assert seen == ["open", "close"] * 2

    def test_the_task_that_opened_it_closes_it(self) -> None:
        tasks: list[object] = []

        def note() -> None:
            tasks.append(asyncio.current_task())

        with opened_now(opening(note, note)) as live:
            live.query("hi")

        assert len(tasks) == 2
        assert tasks[0] is tasks[1]

    def test_a_question_under_way_when_it_closes_is_answered(self) -> None:
        begun = threading.Event()

        async def wait(question: Question) -> Answer:
            begun.set()
            return await hang(question)

        with ThreadPoolExecutor(1) as pool:
            with opened_now(answering(wait, limits=Limits(seconds=60))) as live:
                asked = pool.submit(live.query, "hi")
                begun.wait(10)

            assert asked.result().problem == Problem("notes", "closed", "it is not open")


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: Source("", answering().connect, answering().check),
        lambda: Source("a", None, answering().check),  # type: ignore[arg-type]
        lambda: Limits(seconds=0),
        lambda: Limits(rows=0),
        lambda: Limits(characters=True),
        lambda: query("notes", "hi"),  # type: ignore[arg-type]
        lambda: query(answering(), 5),  # type: ignore[arg-type]
        lambda: Answer(text=5),  # type: ignore[arg-type]
        lambda: surface_of(None),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_belong_is_refused(attempt: Callable[[], object]) -> None:
    with pytest.raises(InvalidArgument):
        attempt()


def test_one_that_breaks_off_is_told_at_once() -> None:
    class Broken(BaseException):
        """What nobody catches."""

    async def ask(_question: Question) -> Answer:
        raise Broken("in two")

    answer = query(answering(ask, limits=Limits(seconds=60.0)), "hi")

    assert answer.problem == Problem("notes", "failed", "Broken: in two")


@pytest.mark.filterwarnings("error")
def test_what_is_asked_as_it_closes_has_an_answer() -> None:
    for _ in range(30):
        with opened_now(answering(noted, limits=Limits(seconds=60.0))) as live:
            assert live.query("hi").problem is None
            asked = live._asked("hi", Asker())
        answer = asked.result(5)
        assert answer.problem is None or answer.problem.kind == "closed"
