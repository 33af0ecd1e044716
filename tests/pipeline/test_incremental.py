"""incremental: the same function as the pipeline, and less work."""

from __future__ import annotations

import operator
import pickle
import sys
from collections import Counter as Counts
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import SystemRole, TodoList
from ctxfn.messages import Messages, Node, User, assistant, call, chat, text_of, tool_result, user
from ctxfn.pipeline import (
    Incremental,
    Pipeline,
    PipelineError,
    Remembered,
    StepError,
    each_message,
    incremental,
    phase,
    processor,
    run,
    stop,
)
from ctxfn.processors import (
    drop_empty,
    fit_budget,
    keep_recent,
    pair_tool_results,
    render_blocks,
)
from ctxfn.slots import SYSTEM, Injector
from ctxfn.testing import talks
from ctxfn.tokens import Counter
from tests.laws.told_facts import FACTS, NOW, ROLE, TODOS

DEFAULT = default_pipeline()


@frozen
class Told:
    """A fact of anything."""

    value: object


def turns(count: int, start: int = 0) -> list[Node]:
    """Questions, each with a call, its result and an answer."""
    return [
        node
        for n in range(start, start + count)
        for node in (
            user(f"question {n}"),
            assistant(call(f"c{n}")),
            tool_result(f"c{n}", "42"),
            assistant(f"answer {n}"),
        )
    ]


def same(step: Incremental, context: Context) -> bool:
    """Run both ways, and say whether nobody can tell the results apart."""
    again, scratch = step(context), run(step.pipeline, context)
    return again == scratch and again.notes == scratch.notes


class TestExamples:
    def test_one_more_turn_makes_only_what_is_new(self) -> None:
        step = incremental(drop_empty())
        step(chat(*turns(10), user("and?")))
        before = step.remembered
        step(chat(*turns(10), user("and?")))
        assert step.remembered.made - before.made == 41, "other objects are other messages"
        said = chat(*turns(10), user("and?"))
        step(said)
        before = step.remembered
        step(said.extend([assistant("so"), user("then?")]))
        assert step.remembered.made - before.made == 3

    def test_a_volatile_fact_costs_the_last_stretch(self) -> None:
        step = incremental(DEFAULT)
        context = Context.of(chat(*turns(10), user("and?")), ROLE, NOW, TODOS)
        step(context)
        before = step.remembered.made
        later = context.tell(TodoList(()), evolve(NOW, now=NOW.now.replace(hour=3)))
        assert same(step, later)
        assert step.remembered.made - before == 1

    def test_a_stable_fact_costs_the_first_stretch_too(self) -> None:
        step = incremental(DEFAULT)
        context = Context.of(chat(*turns(10), user("and?")), ROLE, NOW)
        step(context)
        assert same(step, context.tell(SystemRole("Another.")))

    def test_facts_that_are_equal_and_not_the_same(self) -> None:
        injector = Injector("value", SYSTEM, Told, lambda told: repr(told.value))
        step = incremental(Pipeline((phase("a", "b", injector, render_blocks),)))
        said = chat(*turns(2), user("and?"))
        for value in (1, True, 1.0, "1"):
            assert same(step, Context.of(said, Told(value)))
            assert repr(value) in text_of(step(Context.of(said, Told(value))).messages[0])

    def test_a_late_result_is_seen(self) -> None:
        step = incremental(pair_tool_results())
        said = chat(user("a"), assistant(call("c")), tool_result("c", "1"), user("b"))
        for more in (tool_result("c", "2"), user("c")):
            said = said.append(more)
            assert same(step, Context(said))

    def test_a_step_that_fails_fails_alike(self) -> None:
        @processor
        def refuse(messages: Messages, /) -> Messages:
            raise ValueError(f"{len(messages)} messages")

        pipeline = Pipeline((phase("a", "b", drop_empty, refuse, drop_empty),))
        said = Context(chat(*turns(3)))
        errors = []
        for step in (pipeline, incremental(pipeline)):
            with pytest.raises(StepError) as caught:
                run(step, said)
            errors.append(caught.value)
        assert [str(one) for one in errors] == [str(errors[0])] * 2
        assert errors[0].context == errors[1].context

    def test_a_local_step_that_fails_is_named(self) -> None:
        @each_message
        def odd(message: User, /) -> User:
            raise ValueError(text_of(message))

        pipeline = Pipeline((phase("a", "b", drop_empty, odd),), on_error="skip")
        assert same(incremental(pipeline), Context(chat(*turns(3))))

    def test_a_step_may_stop(self) -> None:
        def enough(context: Context) -> Context:
            return stop(context, "enough")

        pipeline = Pipeline((phase("a", "b", drop_empty, enough, keep_recent(groups=1)),))
        after = incremental(pipeline)(Context(chat(*turns(3))))
        assert (after.stopped, len(after.messages)) == ("enough", 12)

    def test_messages_come_back_as_the_same_vector(self) -> None:
        said = chat(*turns(3))
        assert incremental(drop_empty())(said) is said

    def test_it_is_a_step(self) -> None:
        step = incremental(DEFAULT)
        nested = Pipeline((phase("a", "b", step),))
        context = Context.of(chat(*turns(3)), *FACTS)
        assert run(nested, context) == run(DEFAULT, context)
        assert (step.name, step.reads) == ("default", incremental(DEFAULT).reads)
        assert repr(incremental(drop_empty())) == "incremental(drop_empty())"

    def test_it_pickles_without_its_memory(self) -> None:
        step = incremental(DEFAULT, messages=50)
        step(chat(*turns(3)))
        other = pickle.loads(pickle.dumps(step))
        assert (other, other.limit, hash(other)) == (step, 50, hash(step))
        assert other.remembered == Remembered()
        assert other != incremental(drop_empty())

    def test_it_is_bounded(self) -> None:
        step = incremental(drop_empty(), messages=20)
        for number in range(30):
            assert same(step, Context(chat(*turns(4, number), user("?"))))
        assert step.remembered.held <= 40

    def test_it_may_remember_nothing(self) -> None:
        step = incremental(DEFAULT, messages=0)
        said = chat(*turns(4), user("?"))
        assert all(same(step, Context(said)) for _ in range(3))

    @pytest.mark.parametrize("messages", [-1, True, 1.5, "7"])
    def test_what_to_remember_is_a_count(self, messages: Any) -> None:
        with pytest.raises(PipelineError, match="whole number"):
            incremental(drop_empty(), messages=messages)


class TestGrowth:
    """`Context.append` knows what a context grew from."""

    def test_it_costs_no_look_at_what_was_said(self) -> None:
        step = incremental(default_pipeline(Policy(keep_groups=5)))
        context = Context(chat(*turns(30), user("?")))
        for number in range(30, 40):
            assert same(step, context)
            context = context.append(assistant("so"), *turns(1, number), user("?"))

    def test_a_branch_is_another_conversation(self) -> None:
        step = incremental(DEFAULT)
        root = Context.of(chat(*turns(3), user("?")), *FACTS)
        left, right = root.append(assistant("left")), root.append(assistant("right"))
        for context in (root, left, right, left.append(user("l")), right.append(user("r")), left):
            assert same(step, context)

    def test_other_messages_forget_it(self) -> None:
        context = Context(chat(user("a"))).append(user("b"))
        other = context.with_messages(chat(user("c")))
        assert not other.grew_from(context.messages)
        assert not evolve(context, messages=chat(user("c"))).grew_from(context.given)


def begin_alike(context: Context) -> bool:
    """Say whether the messages of *context* begin with what it says that they begin with."""
    return all(
        all(map(operator.is_, begin, context.messages)) and len(begin) <= len(context.messages)
        for begin in context.begins
    )


def counted(size: int) -> tuple[int, int, int, int]:
    """Return the messages that one more turn asked about, saw, in how many pieces, and new records."""
    step = incremental(DEFAULT)
    context = Context.of(chat(*turns(size // 4), user("?")), ROLE, NOW, TODOS)
    step(context)
    before = context.append(assistant("first"), user("again?"))
    there = set(map(id, step(before).messages))
    was = step.remembered
    said = before.append(*turns(1, size), user("so?"))
    records = there | set(map(id, said.messages))
    new = [node for node in step(said).messages if id(node) not in records]
    done = step.remembered
    return done.made - was.made, done.seen - was.seen, done.pieces - was.pieces, len(new)


def texts_counted(size: int) -> list[str]:
    """Return the texts whose tokens one more turn counted, numbers left out."""
    asked: list[str] = []

    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    fitting = fit_budget(budget=10**9, counter=Counter("length", True, length))
    step = incremental(default_pipeline().before(render_blocks, fitting))
    context = Context.of(chat(*turns(size // 4), user("?")), ROLE)
    step(context)
    asked.clear()
    step(context.append(*turns(1, 0), user("so?")))
    return asked


def records_made(size: int) -> Counts[str]:
    """Return how many messages, parts and calls one more turn made, by the module of their class."""
    step = incremental(DEFAULT)
    context = Context.of(chat(*turns(size // 4), user("?")), ROLE, NOW, TODOS)
    step(context)
    said = context.append(*turns(1, size), user("so?"))
    made: Counts[str] = Counts()

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name == "__init__":
            made[frame.f_code.co_filename] += 1

    sys.setprofile(seen)
    try:
        step(said)
    finally:
        sys.setprofile(None)
    return Counts({name: many for name, many in made.items() if "ctxfn.messages." in name})


class TestWork:
    @pytest.mark.parametrize("size", [1_000, 10_000])
    def test_one_more_turn_is_so_much_work_whatever_was_said_before(self, size: int) -> None:
        assert counted(size) == (6, 0, 2, 1)

    def test_one_more_turn_makes_records_of_what_is_new(self) -> None:
        made = records_made(1_000)

        assert made == records_made(10_000)
        assert 0 < made.total() < 20, "copies of some of five messages, and what is injected"

    def test_one_more_turn_counts_the_tokens_of_what_is_new(self) -> None:
        assert texts_counted(1_000) == texts_counted(10_000)


class TestProperties:
    @given(talks(), st.data())
    def test_a_result_begins_as_it_says(self, said: Messages, data: st.DataObject) -> None:
        step = incremental(DEFAULT)
        context = Context.of(said[:1], *FACTS)
        while len(context.messages) < len(said):
            size, at = data.draw(st.integers(1, 5)), len(context.messages)
            context = context.append(*said[at : at + size])
            assert begin_alike(context)
            assert begin_alike(step(context))

    @given(talks(), st.data())
    def test_histories_that_are_edited(self, said: Messages, data: st.DataObject) -> None:
        step = incremental(DEFAULT)
        assert same(step, Context.of(said, *FACTS))
        for _ in range(3):
            if not said:
                return
            place = data.draw(st.integers(0, len(said) - 1))
            change = data.draw(st.sampled_from(("set", "delete", "insert", "double")))
            said = CHANGES[change](said, place)
            assert same(step, Context.of(said, *FACTS))


CHANGES: dict[str, Callable[[Messages, int], Messages]] = {
    "set": lambda said, place: said.set(place, user("changed")),
    "delete": lambda said, place: said.delete(place),
    "insert": lambda said, place: chat(*said[:place], *turns(1, place), *said[place:]),
    "double": lambda said, place: said.append(said[place]),
}


class TestThreads:
    def test_threads_may_share_it(self) -> None:
        step = incremental(DEFAULT, messages=200)
        long = turns(40)
        contexts = [
            Context.of(chat(*long[: 4 * n], user(f"{n % 7}?")), ROLE, evolve(NOW, timezone=zone))
            for n in range(1, 40)
            for zone in ("Europe/Paris", "Asia/Tokyo")
        ]
        expected = [run(DEFAULT, context) for context in contexts]
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(step, [*contexts, *reversed(contexts)]))
        assert found == [*expected, *reversed(expected)]
        assert [one.notes for one in found[: len(expected)]] == [one.notes for one in expected]
