"""Who made the first difference between two payloads that were assembled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import Clock, SystemRole, Toolset
from ctxfn.front import Payload, assemble, compare, evicted, simulate
from ctxfn.injectors import date, system_role
from ctxfn.messages import Block, Reaction, assistant, chat, inject, system, user
from ctxfn.pipeline import (
    AnyStep,
    OptionError,
    Pipeline,
    blame_steps,
    phase,
    processor,
    reads,
    watched,
)
from ctxfn.processors import drop_empty, fit_budget, render_blocks
from ctxfn.slots import LAST_USER, SYSTEM, TAIL, Injector
from ctxfn.tokens import REFERENCE_TARIFF, Blame, Counter

SAID = [
    {"role": "user", "content": "What is tea?", "id": "m1"},
    {"role": "assistant", "content": "A drink.", "id": "m2"},
    {"role": "user", "content": "And coffee?", "id": "m3"},
]
MORE = [
    *SAID,
    {"role": "assistant", "content": "One as well.", "id": "m4"},
    {"role": "user", "content": "Which is older?", "id": "m5"},
]


@frozen
class Stamp:
    """A fact of a user's own: when it is, to the second."""

    text: str


def write_stamp(stamp: Stamp) -> str:
    return f"It is {stamp.text}."


timestamp = Injector("timestamp", SYSTEM, Stamp, write_stamp)

PLAIN = default_pipeline()
STAMPED = default_pipeline().after(system_role, timestamp)


def sent(messages: list[dict[str, Any]], *facts: object, **options: Any) -> Payload:
    return assemble(messages, *facts, **options)


def blamed(one: Payload, other: Payload) -> Blame:
    found = compare(one, other).blame
    assert found is not None
    return found


class TestExamples:
    """The step, the injector and the fact; or the caller."""

    @pytest.mark.parametrize("clock", [None, count().__next__])
    def test_a_timestamp_in_the_system_prompt_is_found(
        self, clock: Callable[[], float] | None
    ) -> None:
        role = SystemRole("You sell tea.")
        one, other = (
            sent(said, role, Stamp(at), pipeline=STAMPED, clock=clock)
            for said, at in ((SAID, "09:00:01"), (MORE, "09:05:12"))
        )
        found = compare(one, other)

        assert found.blame == Blame("step", "edited", 1, "timestamp", "timestamp", ("Stamp",))
        assert found.difference is not None
        assert found.difference.path == "messages[0].content"
        assert not found.kept

    def test_without_the_timestamp_nothing_is_blamed(self) -> None:
        role = SystemRole("You sell tea.")
        one, other = (sent(said, role, pipeline=STAMPED) for said in (SAID, MORE))
        found = compare(one, other)

        assert (found.blame, found.difference, found.kept) == (None, None, True)
        assert found.messages == 4

    def test_a_step_that_asks_a_clock_of_its_own_is_found(self) -> None:
        ticks = count(1)

        def stamp(context: Context) -> Context:
            first = context.messages[0]
            text = f"It is {next(ticks)} o'clock."
            changed = inject(first, timestamp_block(text))
            return context.with_messages(context.messages.set(0, changed))

        pipeline = default_pipeline().after(system_role, stamp)
        role = SystemRole("You sell tea.")
        one, other = (sent(said, role, pipeline=pipeline) for said in (SAID, MORE))

        found = blamed(one, other)

        assert (found.kind, found.step, found.injector) == ("step", "stamp", "now")

    def test_nor_does_it_hide_behind_a_clock_that_stood_still_meanwhile(self) -> None:
        times = iter(("9:00", "9:05"))
        last = ["10:00"]

        def stamp(context: Context) -> Context:
            text = f"It is {next(times, last[0])}."
            changed = inject(context.messages[0], timestamp_block(text))
            return context.with_messages(context.messages.set(0, changed))

        pipeline = default_pipeline().after(system_role, stamp)
        role = SystemRole("You sell tea.")
        one, other = (sent(said, role, pipeline=pipeline) for said in (SAID, MORE))

        assert blamed(one, other).step == "stamp"

    def test_the_system_role_and_its_fact(self) -> None:
        one, other = (sent(SAID, SystemRole(text)) for text in ("You sell tea.", "You buy tea."))
        found = blamed(one, other)

        assert (found.step, found.injector, found.facts) == (
            "system_role",
            "system_role",
            ("SystemRole",),
        )

    def test_a_block_that_moves_on_with_the_last_question(self) -> None:
        pipeline = default_pipeline().replace(date, date.at(LAST_USER))
        clock = Clock(datetime(2026, 3, 1, tzinfo=UTC))
        one, other = (sent(said, clock, pipeline=pipeline) for said in (SAID, MORE))
        found = compare(one, other)

        assert found.kept
        assert found.blame is not None
        assert (found.blame.step, found.blame.injector) == ("date", "date")
        assert found.blame.facts == ("Clock",)

    def test_a_step_that_cuts(self) -> None:
        policy = Policy(keep_groups=2)
        one, other = (sent(said, policy=policy) for said in (SAID, MORE))
        found = blamed(one, other)

        assert (found.kind, found.change, found.step) == ("step", "cut", "keep_recent")
        assert found.count == 2

    def test_tools_that_a_step_takes_away(self) -> None:
        @processor
        @reads(Stamp, Toolset)
        def without_tools(context: Context, /) -> Context:
            return context if context.get(Stamp) else context.tell(Toolset(()))

        tools = [{"type": "function", "function": {"name": "brew", "description": "Brew tea."}}]
        steps = Pipeline((phase("one", "a test", without_tools(), drop_empty()),))
        one = sent(SAID, Stamp("now"), pipeline=steps, tools=tools)
        other = sent(MORE, pipeline=steps, tools=tools)
        found = blamed(one, other)

        assert (found.kind, found.step, found.facts) == ("step", "without_tools", ("Stamp",))

    def test_tools_that_the_caller_changed(self) -> None:
        one, other = (
            sent(SAID, tools=[{"type": "function", "function": {"name": name}}]) for name in "ab"
        )

        assert blamed(one, other) == Blame("tools", "changed")


class TestCaller:
    """What the caller did to the history is no step's fault."""

    @pytest.mark.parametrize(
        ("after", "change", "number"),
        [
            (MORE[2:], "cut", 2),
            (
                [*MORE[:1], {"role": "assistant", "content": "Hm.", "id": "x"}, *MORE[1:]],
                "inserted",
                1,
            ),
            ([{**MORE[0], "content": "What is mate?"}, *MORE[1:]], "edited", 1),
        ],
    )
    def test_edited_inserted_cut(
        self, after: list[dict[str, Any]], change: str, number: int
    ) -> None:
        one, other = (
            sent(said, SystemRole("You sell tea."), Stamp("now"), pipeline=STAMPED)
            for said in (SAID, after)
        )
        found = blamed(one, other)

        assert (found.kind, found.change, found.count) == ("history", change, number)
        assert found.step is None

    def test_other_pipelines_are_compared_by_structure_alone(self) -> None:
        role = SystemRole("You sell tea.")
        one = sent(SAID, role)
        other = sent(MORE, role, Stamp("now"), pipeline=STAMPED)

        assert blamed(one, other) == Blame("system", "edited")

    def test_bodies_are(self) -> None:
        one, other = (sent(SAID, SystemRole(text)) for text in ("You sell tea.", "You buy tea."))

        assert compare(one.body, other).blame == Blame("system", "edited")

    def test_options_are_checked(self) -> None:
        with pytest.raises(OptionError, match="counter"):
            compare([], [], counter=len)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="caching"):
            simulate([], caching=1)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="among"):
            simulate([], among=0)


def timestamp_block(text: str) -> Block:
    return Block("now", text)


def test_a_session_names_the_injector() -> None:
    grown = [MORE[:1], MORE[:3], MORE]
    role = SystemRole("You sell tea.")
    payloads = [
        sent(said, role, Stamp(f"9:{at:02}"), pipeline=STAMPED) for at, said in enumerate(grown)
    ]
    report = simulate(payloads, budget=1000)

    assert report.culprits == (("step timestamp", 2),)
    assert [turn.number for turn in report.broken] == [1, 2]


INNOCENT: tuple[AnyStep, ...] = (
    drop_empty(),
    system_role,
    Injector("still", LAST_USER, Stamp, write_stamp),
)


@processor
def rewrite(context: Context, /) -> Context:
    """Make each message anew, without its id, and say a word of our own at the end."""
    said = [evolve(node, id=None) for node in context.messages]
    return context.with_messages(pvector([*said, user("That is all.")]))


class TestInnocence:
    """What is not the fault of a step."""

    def test_a_step_that_makes_all_messages_anew_is_not_to_blame_for_an_edit(self) -> None:
        before = [user("a"), user("b"), user("c")]
        after = [user("a"), user("x"), user("c"), user("d")]
        pipeline = Pipeline((phase("all", "a test", rewrite()),))
        one, other = (watched(pipeline, Context.of(said)) for said in (before, after))

        assert blame_steps(one, other, Blame("history", "edited")).kind == "history"

    def test_what_is_said_behind_the_end_moves_on(self) -> None:
        pipeline = Pipeline((phase("all", "a test", rewrite()),))
        said = [user("a"), user("b"), user("c")]
        one, other = (watched(pipeline, Context.of(part)) for part in (said[:2], said))

        assert blame_steps(one, other, Blame("history", "inserted")).step == "rewrite"

    def test_a_message_at_the_tail_that_is_new_each_time(self) -> None:
        pipeline = Pipeline((phase("all", "a test", Injector("still", TAIL, Stamp, write_stamp)),))
        said = chat(user("a"), assistant("b"), user("c"), assistant("d"))
        one, other = (watched(pipeline, Context.of(part, Stamp("x"))) for part in (said[:2], said))

        assert blame_steps(one, other, Blame("history", "inserted")).step == "still"

    def test_marks_are_not_sent(self) -> None:
        @processor
        @reads(Stamp)
        def mark(context: Context, /) -> Context:
            stamp = context.get(Stamp)
            marks = (Reaction(stamp.text),) if stamp else ()
            first = evolve(context.messages[0], marks=marks)
            return context.with_messages(context.messages.set(0, first))

        pipeline = Pipeline((phase("all", "a test", mark(), rewrite()),))
        said = [user("a"), user("b")]
        one, other = (
            watched(pipeline, Context.of(part, Stamp(str(len(part))))) for part in (said[:1], said)
        )

        assert blame_steps(one, other, Blame("history", "inserted")).step == "rewrite"


class TestGuilt:
    """Among innocent steps, in whatever order, the guilty one is found."""

    @given(st.permutations(INNOCENT), st.integers(0, 3), st.integers(1, 6), st.integers(0, 4))
    def test_the_one_that_changes_the_beginning(
        self, others: list[Any], at: int, length: int, more: int
    ) -> None:
        @processor
        @reads(int)
        def guilty(context: Context, /) -> Context:
            opening = system(f"Number {context.get(int)}.", id="opening")
            return context.with_messages(pvector([opening, *context.messages]))

        steps = [*others[:at], guilty(), *others[at:]]
        pipeline = Pipeline((phase("all", "a test", *steps, render_blocks()),))
        texts = [user(f"q{number}", id=f"q{number}") for number in range(length + more)]
        runs = [
            watched(pipeline, Context.of(said, number, SystemRole("Be kind."), Stamp("now")))
            for number, said in ((1, texts[:length]), (2, texts))
        ]
        found = blame_steps(runs[0], runs[1], Blame("system", "edited"))

        assert (found.kind, found.step, found.facts) == ("step", "guilty", ("int",))

    @given(st.permutations(INNOCENT), st.integers(0, 3), st.integers(4, 12), st.integers(1, 4))
    def test_the_one_that_cuts(self, others: list[Any], at: int, length: int, more: int) -> None:
        tight = Counter("characters", True, len)
        cut = fit_budget(budget=40, counter=tight, tariff=REFERENCE_TARIFF)
        steps = [*others[:at], cut, *others[at:]]
        pipeline = Pipeline((phase("all", "a test", *steps),))
        texts = [
            assistant(f"answer {number:02}", id=f"q{number}") for number in range(length + more)
        ]
        runs = [watched(pipeline, Context.of(said)) for said in (texts[:length], texts)]

        assert blame_steps(runs[0], runs[1], Blame("history", "cut")).step == "fit_budget"


def test_a_budget_that_cuts_by_units_keeps_the_prefix_most_of_the_time() -> None:
    turns = [
        [
            {"role": "user", "content": f"q{at:03} " * 20},
            {"role": "assistant", "content": f"a{at:03} " * 20},
        ]
        for at in range(60)
    ]
    said = [message for turn in turns for message in turn]
    sessions = {
        stable: simulate(
            sent(said[:end], SystemRole("Be brief."), policy=Policy(budget=1500, stable_cut=stable))
            for end in range(41, 120, 2)
        )
        for stable in (False, True)
    }

    assert len(sessions[False].broken) == 39
    assert len(sessions[True].broken) <= 39 * 80 / 375 + 2
    assert {name for name, _ in sessions[True].culprits} == {"step fit_budget"}
    assert sessions[True].mean_share > 0.7 > 0.1 > sessions[False].mean_share


def test_what_left_is_told_by_name() -> None:
    role = SystemRole("You sell tea.")
    one = sent(MORE, role, Stamp("now"), pipeline=STAMPED)
    policy = Policy(keep_groups=3)
    other = sent(MORE, role, policy=policy)

    assert [(gone.kind, gone.name) for gone in evicted(one, other)] == [
        ("block", "timestamp"),
        ("message", "m1"),
        ("message", "m2"),
    ]
    assert evicted(one, one) == ()
    assert evicted(one, sent(MORE, role, Stamp("later"), pipeline=STAMPED)) == ()
    with pytest.raises(OptionError, match="payload"):
        evicted(one, other.body)  # type: ignore[arg-type]
