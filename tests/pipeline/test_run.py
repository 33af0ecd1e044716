"""run: one context in, one context out, or one error that can be replayed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from itertools import chain, count, repeat
from typing import Any

import pytest
from hypothesis import given

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import Messages, assistant, chat, user
from ctxfn.pipeline import (
    Cancelled,
    DeadlinePassed,
    OnError,
    OptionError,
    Pipeline,
    PipelineError,
    StepError,
    phase,
    processor,
    run,
    stop,
    trace,
)
from ctxfn.processors import drop_empty, mend_unicode, render_blocks
from ctxfn.testing import conversations
from tests.pipeline.steps import (
    cut,
    fail,
    fail_on_users,
    halt,
    mend,
    not_empty,
    say_how_many,
    shout,
    whisper,
)

SAID = chat(user("one", id="a"), assistant("two", id="b"), user("three", id="m3"))
CONTEXT = Context.of(SAID)


def of(*steps: Callable[[Context], Context]) -> Pipeline:
    """Put *steps* into one phase."""
    return Pipeline((phase("only", "there is but one", *steps),))


def failure(step: Callable[[Context], Context], context: Context = CONTEXT) -> StepError:
    """Run *step*, which fails, and return its error."""
    with pytest.raises(StepError) as caught:
        run(step, context)
    return caught.value


class TestExamples:
    """What runs, and on what."""

    def test_any_step_runs(self) -> None:
        assert run(cut(nodes=1), CONTEXT).messages == SAID[2:]
        assert run(mend, CONTEXT) is CONTEXT
        assert run(lambda context: context, CONTEXT) is CONTEXT
        assert run(Pipeline(), CONTEXT) is CONTEXT

    def test_a_bare_processor_that_lacks_options_is_refused(self) -> None:
        @processor
        def keep(messages: Messages, /, *, nodes: int) -> Messages:
            return messages[:nodes]

        with pytest.raises(OptionError, match="option nodes"):
            run(keep, CONTEXT)  # type: ignore[arg-type]

    @pytest.mark.parametrize("given", [SAID, [], None, {"messages": []}])
    @pytest.mark.parametrize("pipeline", [Pipeline(), mend])
    def test_what_is_no_context_is_refused(self, pipeline: Pipeline, given: Context) -> None:
        with pytest.raises(PipelineError, match=r"expected a Context: Context.of"):
            run(pipeline, given)
        with pytest.raises(PipelineError, match=r"expected a Context: Context.of"):
            trace(pipeline, given, clock=lambda: 0.0)

    def test_messages_that_leave_a_function_are_noted(self) -> None:
        def halve(context: Context) -> Context:
            return context.with_messages(context.messages[:1])

        assert list(run(halve, CONTEXT).notes) == [Dropped("halve", ("b", "m3"), (1, 2))]

    @given(conversations(cards=True, depth=3))
    def test_pure(self, messages: Messages) -> None:
        whole = of(cut(nodes=2), shout, whisper, say_how_many)

        assert run(whole, Context.of(messages)) == run(whole, Context.of(chat(*messages)))


class TestStopping:
    """A stop is a value, and later steps leave it alone."""

    def test_later_steps_do_nothing(self) -> None:
        stopped = run(of(cut(nodes=2), halt(because="why"), shout, fail), CONTEXT)

        assert stopped.stopped == "why"
        assert stopped.messages == SAID[1:]

    def test_the_first_reason_counts(self) -> None:
        stopped = stop(CONTEXT, "first")

        assert stop(stopped, "second") is stopped
        assert run(of(halt), stopped) is stopped

    def test_it_ends_a_nested_pipeline_and_what_holds_it(self) -> None:
        inner = of(halt, fail)

        assert run(of(inner, fail), CONTEXT) == stop(CONTEXT, "enough")


class TestErrors:
    """One error, with the phase, the step, its options and its exact input."""

    def test_it_names_all(self) -> None:
        error = failure(of(cut(nodes=1), fail(words="not this")))

        assert error == StepError(
            "only", fail(words="not this"), "ValueError: not this", cut(CONTEXT, nodes=1)
        )
        assert str(error) == "phase only, step fail(words='not this'): ValueError: not this"

    def test_it_replays(self) -> None:
        error = failure(of(cut(nodes=1), fail))

        with pytest.raises(ValueError, match="no"):
            error.step(error.context)

    def test_the_cause_is_kept(self) -> None:
        assert isinstance(failure(of(fail)).__cause__, ValueError)

    def test_a_step_inside_a_fused_run_is_named_itself(self) -> None:
        error = failure(Pipeline((phase("a", "b", shout), phase("c", "d", fail_on_users, whisper))))

        assert (error.phase, error.step) == ("c", fail_on_users())
        assert error.context == shout(CONTEXT)

    def test_it_travels(self) -> None:
        error = failure(of(fail), CONTEXT.tell(7))
        back = pickle.loads(pickle.dumps(error))

        assert back == error
        assert str(back) == str(error)
        assert hash(back) == hash(error)

    def test_it_takes_notes_of_python(self) -> None:
        error = failure(of(fail))
        error.add_note("seen in a test")

        assert error.__notes__ == ["seen in a test"]

    def test_it_has_a_hash_even_if_a_fact_has_none(self) -> None:
        class Loose:
            __hash__ = None  # type: ignore[assignment]

        assert isinstance(hash(failure(of(fail), Context.of(SAID, Loose()))), int)

    def test_a_long_cause_is_cut_in_the_message_alone(self) -> None:
        error = failure(of(fail(words="x" * 1000)))

        assert len(error.reason) == len("ValueError: ") + 1000
        assert str(error).endswith("x…")
        assert len(str(error)) < 1400

    def test_a_function_is_named_without_its_address(self) -> None:
        error = failure(lambda context: context.with_messages(chat(context.messages[99])))

        assert str(error).startswith("step <lambda> of tests.pipeline.test_run: IndexError: ")

    def test_no_answer_is_an_error(self) -> None:
        error = failure(lambda context: None)  # type: ignore[arg-type, return-value]

        assert error.reason == "a step's answer: found None, expected a Context"

    def test_recursion_without_end_is_an_error_of_ours(self) -> None:
        def forever(context: Context) -> Context:
            return forever(context)

        assert failure(forever).reason.startswith("RecursionError: ")

    def test_so_is_a_cause_that_cannot_be_written(self) -> None:
        class Mute(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        def mute(context: Context) -> Context:
            raise Mute

        assert failure(mute).reason == "Mute: its message cannot be written"

    def test_a_step_that_runs_a_pipeline_itself_gives_the_inner_error(self) -> None:
        def outer(context: Context) -> Context:
            return run(of(fail), context)

        assert failure(of(outer)).step == fail()


class TestSkipping:
    """A failing step's input goes on untouched, and the failure is a note."""

    def test_the_input_goes_on(self) -> None:
        after = run(of(cut(nodes=1), fail, shout), CONTEXT, on_error="skip")

        assert after.messages == shout(SAID[2:])
        assert list(after.notes)[1:] == [Note("fail", "step-failed", "ValueError: no")]

    def test_a_long_cause_is_cut(self) -> None:
        (note,) = run(fail(words="x" * 1000), CONTEXT, on_error="skip").notes

        assert isinstance(note, Note)
        assert len(note.text) == 300

    def test_a_step_that_runs_a_pipeline_itself_is_skipped_too(self) -> None:
        def outer(context: Context) -> Context:
            return run(of(fail), context)

        (note,) = run(outer, CONTEXT, on_error="skip").notes

        assert note.step == "outer"

    def test_validators_always_stop(self) -> None:
        def outer(context: Context) -> Context:
            return run(of(not_empty), context)

        for step in (not_empty, outer):
            with pytest.raises(StepError, match="nothing was said"):
                run(of(step), Context.of(chat()), on_error="skip")

    @pytest.mark.parametrize("on_error", ["ignore", 1, True])
    def test_another_policy_is_refused(self, on_error: OnError) -> None:
        with pytest.raises(PipelineError, match="on_error"):
            run(Pipeline(), CONTEXT, on_error=on_error)


class TestGivingUp:
    """Looked at between steps, and always fatal."""

    def test_a_deadline(self) -> None:
        ticks = count()

        with pytest.raises(DeadlinePassed) as caught:
            run(
                of(mend, cut, say_how_many),
                CONTEXT,
                deadline=1,
                clock=lambda: float(next(ticks)),
                on_error="skip",
            )

        assert caught.value == DeadlinePassed("only", "say_how_many", 1.0)

    def test_a_deadline_needs_a_clock(self) -> None:
        with pytest.raises(PipelineError, match="a deadline: found no clock"):
            run(Pipeline(), CONTEXT, deadline=1.0)

    def test_a_clock_alone_ends_nothing(self) -> None:
        assert run(of(mend), CONTEXT, clock=lambda: 9e9) is CONTEXT

    def test_the_callers_word(self) -> None:
        with pytest.raises(Cancelled) as caught:
            run(of(fail), CONTEXT, cancel=lambda: True)

        assert caught.value == Cancelled("only", "fail")

    def test_in_a_run_of_a_steps_own_it_is_fatal_as_well(self) -> None:
        def outer(context: Context) -> Context:
            return run(of(mend), context, cancel=lambda: True)

        with pytest.raises(Cancelled):
            run(of(outer), CONTEXT, on_error="skip")

    def test_a_run_that_is_stopped_looks_no_more(self) -> None:
        words = iter([False])

        assert run(of(halt, cut, mend), CONTEXT, cancel=lambda: next(words)).stopped == "enough"

    @pytest.mark.parametrize("calm", [0, 1, 2, 3])
    @pytest.mark.parametrize(
        "steps", [(shout, whisper, shout, whisper), (shout, fail_on_users, whisper, shout)]
    )
    def test_run_and_trace_raise_alike_in_steps_that_run_as_one(
        self, steps: Any, calm: int
    ) -> None:
        errors = []
        for way in (run, partial(trace, clock=lambda: 0.0)):
            words = chain([False] * calm, repeat(True))
            with pytest.raises((Cancelled, StepError)) as caught:
                way(of(*steps), CONTEXT, cancel=lambda words=words: next(words))  # type: ignore[misc]
            errors.append(caught.value)

        assert errors[0] == errors[1]

    def test_a_deadline_between_steps_that_run_as_one(self) -> None:
        ticks = count()

        with pytest.raises(DeadlinePassed) as caught:
            run(of(shout, whisper), CONTEXT, deadline=0.5, clock=lambda: float(next(ticks)))

        assert caught.value == DeadlinePassed("only", "whisper", 0.5)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"deadline": "1", "clock": lambda: 0.0}, "a deadline: found '1'"),
            ({"deadline": float("nan"), "clock": lambda: 0.0}, "a deadline: found nan"),
            ({"deadline": 1.0, "clock": lambda: "now"}, "what the clock returned: found 'now'"),
            ({"deadline": 1.0, "clock": 3}, "clock: found 3"),
            ({"cancel": True}, "cancel: found True"),
        ],
    )
    def test_what_is_no_time_and_no_function_is_refused(self, options: Any, words: str) -> None:
        with pytest.raises(PipelineError, match=words):
            run(of(mend), CONTEXT, **options)

    @pytest.mark.parametrize("error", [DeadlinePassed("a", "b", 1.5), Cancelled("a", "b")])
    def test_the_errors_travel(self, error: Exception) -> None:
        assert pickle.loads(pickle.dumps(error)) == error


def test_a_deadline_is_looked_at_between_steps_that_would_be_fused() -> None:
    ticks = iter(range(9))
    steps = Pipeline((phase("p", "three local steps", render_blocks, mend_unicode, drop_empty),))

    with pytest.raises(DeadlinePassed) as caught:
        run(steps, Context(chat(user("a"))), deadline=0.5, clock=lambda: float(next(ticks)))

    assert caught.value.step == "mend_unicode"


def test_a_context_made_anew_is_refused() -> None:
    with pytest.raises(StepError, match="with_messages"):
        run(lambda context: Context(context.messages[1:]), Context.of(chat(user("a")), 7))
