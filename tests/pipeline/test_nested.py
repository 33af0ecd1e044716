"""Pipelines inside pipelines: the same as flat, and all or nothing where failures are skipped."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import Messages, chat, text_of, user
from ctxfn.pipeline import (
    AnyStep,
    Named,
    OnError,
    Pipeline,
    PipelineError,
    StepError,
    phase,
    processor,
    run,
    stop,
    trace,
    validator,
)


@processor
def say(messages: Messages, /, *, text: str) -> Messages:
    """Append a message."""
    return messages.append(user(text))


@processor
def fail(messages: Messages, /) -> Messages:
    """Never succeed."""
    raise ValueError("no")


@validator
def refuse(messages: Messages, /) -> Messages:
    """Never agree."""
    raise ValueError("refused")


def nested(*steps: AnyStep, on_error: OnError | None = None) -> Pipeline:
    """A pipeline of one phase."""
    return Pipeline((phase("in", "for the test", *steps),), name="inner", on_error=on_error)


def said(pipeline: Pipeline, on_error: OnError | None = None) -> tuple[list[str], list[str]]:
    """What is said at the end, and which steps failed."""
    after = run(pipeline, Context(chat()), on_error=on_error)
    failed = [note.step for note in after.notes if isinstance(note, Note)]
    return [text_of(message) for message in after.messages], failed


A, B, C = say(text="a"), say(text="b"), say(text="c")


class TestFailures:
    """What a failure inside does, by the rule of the inner and of the outer one."""

    def test_where_failures_are_skipped_a_nested_pipeline_is_all_or_nothing(self) -> None:
        pipeline = nested(A, nested(B, fail, C), C)

        assert said(pipeline, "skip") == (["a", "c"], ["inner"])

    def test_its_own_rule_comes_first(self) -> None:
        skips, ends = nested(B, fail, C, on_error="skip"), nested(B, fail, C, on_error="raise")

        assert said(nested(A, skips), "raise") == (["a", "b", "c"], ["fail"])
        assert said(nested(A, ends), "skip") == (["a"], ["inner"])
        assert said(nested(A, nested(ends, C), C), "skip") == (["a", "c"], ["inner"])

    def test_without_a_callers_rule_the_pipelines_own_holds(self) -> None:
        assert said(nested(A, fail, C, on_error="skip")) == (["a", "c"], ["fail"])
        with pytest.raises(StepError):
            said(nested(A, fail, C, on_error="skip"), "raise")
        with pytest.raises(StepError):
            said(nested(A, fail, C))

    def test_a_validator_inside_always_stops(self) -> None:
        for inner in (nested(B, refuse), nested(Named("mine", refuse()))):
            with pytest.raises(StepError, match="refused"):
                said(nested(A, inner), "skip")

    def test_a_stop_inside_ends_the_whole_run(self) -> None:
        def halt(context: Context) -> Context:
            return stop(context, "enough")

        assert said(nested(A, nested(B, halt, C), C), "skip") == (["a", "b"], [])

    def test_a_trace_shows_it_as_one_step(self) -> None:
        pipeline = nested(A, nested(B, fail), C)

        seen = trace(pipeline, Context(chat()), clock=itertools.count().__next__, on_error="skip")

        assert [(span.step, span.added, span.failed) for span in seen.spans] == [
            ("say", 1, None),
            ("inner", 0, "phase in, step fail(): ValueError: no"),
            ("say#2", 1, None),
        ]
        assert seen.context == run(pipeline, Context(chat()), on_error="skip")

    def test_another_rule_is_refused(self) -> None:
        with pytest.raises(PipelineError, match="on_error"):
            nested(A, on_error="ignore")  # type: ignore[arg-type]


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> tuple[Pipeline, list[AnyStep]]:
    """A pipeline of pipelines, and its steps in a row."""
    inner: list[AnyStep] = []
    flat: list[AnyStep] = []
    for text in draw(st.lists(st.sampled_from("abc"), max_size=3)):
        inner.append(say(text=text))
        flat.append(say(text=text))
        if depth and draw(st.booleans()):
            pipeline, steps = draw(trees(depth - 1))
            inner.append(pipeline)
            flat += steps
    return nested(*inner), flat


class TestProperties:
    """Grouping changes nothing but names."""

    @given(trees())
    def test_nested_is_the_same_as_flat(self, tree: tuple[Pipeline, list[AnyStep]]) -> None:
        pipeline, steps = tree

        one, other = (run(each, Context(chat(user("q")))) for each in (pipeline, nested(*steps)))

        assert (one.messages, one.notes) == (other.messages, other.notes)
