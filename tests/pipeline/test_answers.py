"""What a step may answer, and what it is told when it may not."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen
from pyrsistent import pvector

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import Messages, assistant, call, chat, tool_result, user
from ctxfn.pipeline import Changed, PipelineError, StepError, Told, processor, run

A, B = user("a", id="a"), user("b", id="b")
SAID = chat(A, B)
CONTEXT = evolve(Context.of(SAID, 7), notes=(Note("before", "word", "hi", ("x",)),))


def made_anew(context: Context) -> Context:
    """Forget everything but the messages."""
    return Context(context.messages[:1])


def without_facts(context: Context) -> Context:
    """Forget the facts."""
    return evolve(context, known=Context(SAID).known)


def without_notes(context: Context) -> Context:
    """Forget the notes."""
    return evolve(context, notes=())


def with_other_given(context: Context) -> Context:
    """Forget what was really said."""
    return evolve(context, given=context.messages[:1])


class TestContexts:
    """A context made anew forgot something."""

    @pytest.mark.parametrize(
        ("step", "lost"),
        [
            (made_anew, "given and facts and notes"),
            (without_facts, "facts"),
            (without_notes, "notes"),
            (with_other_given, "given"),
        ],
    )
    def test_what_is_lost_is_named(self, step: Any, lost: str) -> None:
        with pytest.raises(StepError) as caught:
            run(step, CONTEXT)
        with pytest.raises(PipelineError, match=f"{step.__name__} returned: .* lost its {lost},"):
            processor(step)(CONTEXT)

        assert caught.value.reason == (
            f"a step's answer: found a context that lost its {lost}, expected the context it was "
            "given, changed: context.with_messages(messages, *notes)"
        )

    def test_facts_may_be_told_anew_and_stops_are_allowed(self) -> None:
        def learn(context: Context) -> Context:
            return evolve(context.tell(8, "new"), stopped="enough")

        assert run(learn, CONTEXT) == evolve(CONTEXT.tell(8, "new"), stopped="enough")


class TestMessages:
    """A vector of nodes, and nothing else."""

    @pytest.mark.parametrize(
        ("answer", "found"),
        [
            (pvector([{"role": "user"}]), "a dict at 0"),
            (pvector([A, None]), "None at 1"),
            ([A], "a list"),
            (None, "None"),
        ],
    )
    def test_others_are_refused(self, answer: Any, found: str) -> None:
        @processor
        def odd(messages: Messages, /) -> Messages:
            return answer  # type: ignore[no-any-return]

        for given in (SAID, CONTEXT):
            with pytest.raises(PipelineError, match=f"what odd returned: found {found}"):
                odd(given)

    def test_so_are_those_of_a_function_on_contexts(self) -> None:
        def odd(context: Context) -> Context:
            return context.with_messages(pvector([{"role": "user"}]))  # type: ignore[list-item]

        with pytest.raises(StepError, match="a step's answer: found a dict at 0"):
            run(odd, CONTEXT)

    @pytest.mark.parametrize(
        ("made", "words"),
        [
            (lambda: Changed([A]), "the messages of Changed: found a list"),  # type: ignore[arg-type]
            (lambda: Changed(SAID, "abc"), "the notes of Changed: found a str"),  # type: ignore[arg-type]
            (lambda: Changed(SAID, ("abc",)), "expected notes alone"),  # type: ignore[arg-type]
            (lambda: Told([A]), "the nodes of Told: found a list"),  # type: ignore[arg-type]
            (lambda: Told((A,), "abc"), "the notes of Told: found a str"),  # type: ignore[arg-type]
        ],
    )
    def test_answers_with_notes_are_refused_where_they_are_made(
        self, made: Any, words: str
    ) -> None:
        with pytest.raises(PipelineError, match=words):
            made()


class TestDrops:
    """Messages that leave are named: by the step, or by a note of the runner's."""

    def test_a_drop_beside_a_newcomer_is_noted(self) -> None:
        def swap(context: Context) -> Context:
            new = chat(evolve(B, parts=()), assistant("c", id="c"))
            return context.with_messages(new)

        assert run(swap, Context(SAID)).notes == pvector([Dropped("swap", ("a",), (0,))])

    def test_a_note_on_another_message_does_not_excuse_it(self) -> None:
        note = Note("first", "looked", "looked at it", ("a",), (0,))

        @processor
        def first(messages: Messages, /) -> Changed:
            return Changed(messages[:1], (note,))

        assert list(first(Context(SAID)).notes) == [note, Dropped("first", ("b",), (1,))]

    @pytest.mark.parametrize(
        "note", [Note("n", "n", "", ("b",)), Note("n", "n", "", (), (1,)), Note("n", "n", "all")]
    )
    def test_a_note_that_names_it_or_speaks_for_all_does(self, note: Note) -> None:
        @processor
        def first(messages: Messages, /) -> Changed:
            return Changed(messages[:1], (note,))

        assert list(first(Context(SAID)).notes) == [note]

    def test_calls_and_results_are_named_by_the_id_of_the_call(self) -> None:
        note = Note("first", "cut", "", ("c",))

        @processor
        def first(messages: Messages, /) -> Changed:
            return Changed(messages[:1], (note,))

        said = chat(A, assistant(call("c")), tool_result("c", "42"))
        assert list(first(Context(said)).notes) == [note]

    def test_new_messages_for_an_old_one_are_no_drop(self) -> None:
        def unfold(context: Context) -> Context:
            return context.with_messages(chat(A, user("b1", id="b1"), user("b2", id="b2")))

        assert list(run(unfold, Context(SAID)).notes) == []


@frozen
class Mute:
    """A step that cannot be printed, and fails."""

    def __call__(self, context: Context) -> Context:
        """Fail."""
        raise ValueError("no")

    def __repr__(self) -> str:
        """Fail as well."""
        raise RuntimeError


class TestPrinting:
    """An error can always be read."""

    def test_of_a_step_that_cannot_be_printed(self) -> None:
        with pytest.raises(StepError) as caught:
            run(Mute(), CONTEXT)

        assert str(caught.value) == "step a Mute that cannot be printed: ValueError: no"
