"""Local steps: one message at a time, and neighbours in one pass, which nobody can tell."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import Messages, Node, Task, User, assistant, chat, system, text_of, user
from ctxfn.pipeline import (
    OptionError,
    Pipeline,
    PipelineError,
    Step,
    Told,
    each_message,
    phase,
    run,
    trace,
)
from ctxfn.testing import conversations
from tests.pipeline.steps import (
    double,
    drop_users,
    fail_on_users,
    forget,
    shout,
    split,
    task_to_user,
    whisper,
)

STEPS = st.lists(
    st.sampled_from(
        [
            shout(),
            whisper(characters=2),
            whisper(),
            drop_users(),
            double(),
            split(),
            forget(),
            task_to_user(),
        ]
    ),
    min_size=1,
    max_size=5,
)


def together(steps: list[Step]) -> Pipeline:
    """Put the steps in one phase, so that they are fused."""
    return Pipeline((phase("all", "to run as one pass", *steps),))


def one_by_one(steps: list[Step], context: Context) -> Context:
    """Run the steps apart from each other."""
    for step in steps:
        context = step(context)
    return context


class TestExamples:
    """What a function of one message may answer."""

    def test_it_sees_only_what_its_annotation_names(self) -> None:
        said = shout(chat(system("a"), user("b"), assistant("c")))

        assert [text_of(node) for node in said] == ["a", "B", "c"]

    def test_without_an_annotation_it_sees_all(self) -> None:
        @each_message
        def drop(message, /) -> None:  # type: ignore[no-untyped-def]
            return None

        assert drop(chat(system("a"), user("b"), Task())) == chat()

    def test_none_drops_and_is_noted(self) -> None:
        context = Context.of(chat(user("a", id="m1"), user("b"), user()))

        assert list(drop_users(context).notes) == [Dropped("drop_users", ("m1",), (0, 2))]

    def test_an_empty_tuple_drops_and_is_noted(self) -> None:
        context = Context.of(chat(user("a"), assistant("b", id="m2")))

        assert list(double(context).notes) == [Dropped("double", ("m2",), (1,))]

    def test_told_needs_no_other_note(self) -> None:
        context = Context.of(chat(user(id="m1")))

        assert list(split(context).notes) == [Note("split", "split", "0", (), (0,))]

    def test_told_without_words_drops_with_a_note(self) -> None:
        @each_message
        def silent(message: User, /) -> Told:
            return Told(())

        assert list(silent(Context.of(chat(user(id="m1")))).notes) == [
            Dropped("silent", ("m1",), (0,))
        ]

    def test_a_note_says_where_in_the_steps_own_input(self) -> None:
        first = assistant("a")
        context = Context.of(chat(first, user("b", id="m1"), user("c", "d")))

        assert list(run(together([double(), drop_users(), split()]), context).notes) == [
            Dropped("drop_users", ("m1",), (2,)),
            Note("split", "split", "2", (), (2,)),
        ]

    def test_a_message_of_another_class_meets_the_steps_for_that_class(self) -> None:
        context = Context.of(chat(Task(user("a").parts)))

        assert text_of(run(together([task_to_user(), shout()]), context).messages[0]) == "A"
        assert text_of(run(together([shout(), task_to_user()]), context).messages[0]) == "a"

    def test_what_is_no_node_is_refused(self) -> None:
        @each_message  # type: ignore[arg-type]
        def odd(message: User, /) -> list[User]:
            return [message]

        with pytest.raises(PipelineError, match="what odd returned: found a list"):
            odd(chat(user("a")))

    def test_nothing_to_do_keeps_the_vector(self) -> None:
        said = chat(user("A"), assistant("b"))

        assert shout(said) is said

    def test_options_are_refused_where_they_are_declared(self) -> None:
        with pytest.raises(OptionError, match="option characters"):
            whisper(characters="3")  # type: ignore[call-overload]

    def test_options_of_one_run_do_not_leak_into_another(self) -> None:
        @each_message
        def say(message: User, /, *, what: object) -> User:
            return user(repr(what))

        said = chat(user(""))
        answers = [text_of(say(said, what=one)[0]) for one in (1, True, 1.0)]

        assert answers == ["1", "True", "1.0"]

    def test_a_step_that_looks_is_asked_only_where_it_pointed(self) -> None:
        asked: list[str] = []

        @each_message
        def shorten(message: User, /, *, limit: int = 1) -> User:
            asked.append(text_of(message))
            return user(text_of(message)[:limit])

        @shorten.looks
        def look(nodes: Sequence[Node], /, *, limit: int = 1) -> list[int]:
            return [place for place, node in enumerate(nodes) if len(text_of(node)) > limit]

        said = chat(user("a"), user("bcd"), assistant("ef"))
        after = run(together([shout(), shorten(limit=2)]), Context.of(said)).messages

        assert [text_of(node) for node in after] == ["A", "BC", "ef"]
        assert asked == ["A", "BCD"]
        assert shorten(said, limit=3) is said


class TestProperties:
    """Fusing is an economy, not a change."""

    @given(STEPS, conversations(cards=True, depth=3))
    @example([double(), drop_users()], chat(assistant("a"), user(id="m1")))
    def test_fused_is_unfused(self, steps: list[Step], messages: Messages) -> None:
        context = Context.of(messages)
        expected = one_by_one(steps, context)
        fused = run(together(steps), context)

        assert fused.messages == expected.messages
        assert fused.notes == expected.notes

    @given(STEPS, conversations(cards=True, depth=3))
    def test_trace_gives_the_context_of_run(self, steps: list[Step], messages: Messages) -> None:
        context = Context.of(messages)

        seen = trace(together(steps), context, clock=lambda: 0.0)

        assert seen.context == run(together(steps), context)

    @given(STEPS, conversations(cards=True, depth=3))
    def test_skipped_failures_leave_what_the_others_did(
        self, steps: list[Step], messages: Messages
    ) -> None:
        context = Context.of(messages)
        steps = [steps[0], fail_on_users(), *steps[1:]]
        expected = context
        for step in steps:
            expected = run(step, expected, on_error="skip")

        assert run(together(steps), context, on_error="skip") == expected

    @given(conversations(cards=True, depth=3))
    def test_untouched_messages_are_shared(self, messages: Messages) -> None:
        after = run(together([shout(), whisper(characters=9_999)]), Context.of(messages)).messages

        assert all(
            new is old
            for new, old in zip(after, messages, strict=True)
            if not isinstance(old, User)
        )
