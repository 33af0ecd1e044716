"""trace: what each step did, seen from outside; the context is run's."""

from __future__ import annotations

import pickle
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import Messages, Node, assistant, chat, text_of, user
from ctxfn.pipeline import (
    Cancelled,
    Changes,
    DeadlinePassed,
    Pipeline,
    PipelineError,
    Span,
    StepError,
    phase,
    run,
    trace,
)
from ctxfn.pipeline.diff import changes
from ctxfn.testing import conversations
from tests.pipeline.steps import cut, double, fail, halt, mend, say_how_many, shout

SAID = chat(user("one", id="a"), assistant("two", id="b"), user("three", id="c"))
CONTEXT = Context.of(SAID)
STEPS = st.lists(st.sampled_from([cut(nodes=2), mend(), shout(), double(), halt(), fail()]))


def still() -> float:
    """Stand still."""
    return 0.0


def of(*steps: object) -> Pipeline:
    """Put *steps* into one phase."""
    return Pipeline((phase("only", "there is but one", *steps),))  # type: ignore[arg-type]


class TestExamples:
    """A span a step."""

    def test_spans_say_what_became_of_the_messages(self) -> None:
        seen = trace(of(cut(nodes=2), shout, double, say_how_many), CONTEXT, clock=still)

        assert seen.spans == (
            Span("only", "cut", 0.0, 2, 0, 0, 1, (Dropped("cut", ("a",), (0,)),)),
            Span("only", "shout", 0.0, 1, 1, 0, 0),
            Span("only", "double", 0.0, 2, 0, 1, 0),
            Span("only", "say_how_many", 0.0, 3, 0, 0, 0, (Note("say_how_many", "count", "3"),)),
        )

    def test_seconds_are_the_clocks(self) -> None:
        ticks = count(0, 3)
        seen = trace(of(mend, mend), CONTEXT, clock=lambda: float(next(ticks)))

        assert [span.seconds for span in seen.spans] == [3.0, 3.0]

    def test_tokens_are_the_counters(self) -> None:
        asked: list[Node] = []

        def counter(node: Node) -> int:
            asked.append(node)
            return len(text_of(node))

        seen = trace(of(cut(nodes=2), mend), CONTEXT, clock=still, counter=counter)

        assert [(s.tokens_before, s.tokens_after) for s in seen.spans] == [(11, 8), (8, 8)]
        assert asked == list(SAID)

    def test_repeats_are_numbered_nested_ones_too(self) -> None:
        inner = of(mend)
        seen = trace(of(mend, inner, inner), CONTEXT, clock=still)

        assert [(span.phase, span.step) for span in seen.spans] == [
            ("only", "mend"),
            ("only/only", "mend#2"),
            ("only/only", "mend#3"),
        ]

    def test_a_skipped_failure_is_in_its_span(self) -> None:
        seen = trace(of(fail, mend), CONTEXT, clock=still, on_error="skip")

        assert [span.failed for span in seen.spans] == ["ValueError: no", None]

    def test_steps_behind_a_stop_have_spans(self) -> None:
        seen = trace(of(halt, fail, cut), CONTEXT, clock=still)

        assert [span.step for span in seen.spans] == ["halt", "fail", "cut"]
        assert seen.context.stopped == "enough"

    def test_contexts_are_kept_if_asked(self) -> None:
        kept = trace(of(cut(nodes=2), shout), CONTEXT, clock=still, keep=True).contexts

        assert kept == (cut(CONTEXT, nodes=2), shout(cut(CONTEXT, nodes=2)))
        assert trace(of(mend), CONTEXT, clock=still).contexts == ()

    def test_a_failure_is_the_runs(self) -> None:
        with pytest.raises(StepError) as traced:
            trace(of(cut, fail), CONTEXT, clock=still)
        with pytest.raises(StepError) as ran:
            run(of(cut, fail), CONTEXT)

        assert traced.value == ran.value

    def test_a_counter_that_returns_no_number_is_refused(self) -> None:
        with pytest.raises(PipelineError, match="what the counter returned: found a str"):
            trace(mend(), CONTEXT, clock=lambda: 0.0, counter=lambda node: "1")  # type: ignore[arg-type, return-value]

    def test_giving_up_is_the_runs(self) -> None:
        with pytest.raises(DeadlinePassed):
            trace(of(mend), CONTEXT, clock=lambda: 2.0, deadline=1.0)
        with pytest.raises(Cancelled):
            trace(of(mend), CONTEXT, clock=still, cancel=lambda: True)


class TestProperties:
    """Watching changes nothing."""

    @given(STEPS, conversations(cards=True, depth=3))
    def test_the_context_is_runs(self, steps: list[object], messages: Messages) -> None:
        whole, context = of(*steps), Context.of(messages)
        seen = trace(whole, context, clock=still, on_error="skip", keep=True)

        assert seen.context == run(whole, context, on_error="skip")
        assert seen.contexts[-1:] == ((seen.context,) if steps else ())

    @given(STEPS, conversations(cards=True, depth=3))
    def test_spans_add_up(self, steps: list[object], messages: Messages) -> None:
        seen = trace(of(*steps), Context.of(messages), clock=still, on_error="skip", keep=True)
        before = len(messages)

        for span, context in zip(seen.spans, seen.contexts, strict=True):
            assert span.kept + span.changed + span.added == len(context.messages)
            assert before - span.dropped + span.added == len(context.messages)
            before = len(context.messages)

    @given(STEPS, conversations(cards=True, depth=3))
    def test_a_trace_travels(self, steps: list[object], messages: Messages) -> None:
        seen = trace(of(*steps), Context.of(messages), clock=still, on_error="skip")

        assert pickle.loads(pickle.dumps(seen)) == seen


class TestChanges:
    """By identity."""

    def test_a_message_said_twice_counts_twice(self) -> None:
        one = user("one")

        assert changes([one], [one, one]) == Changes(1, 0, 1, 0)
        assert changes([one, one], [one]) == Changes(1, 0, 0, 1)

    def test_moving_a_message_is_no_change(self) -> None:
        one, two = user("one"), user("two")

        assert changes([one, two], [two, one]) == Changes(2, 0, 0, 0)

    @given(conversations(cards=True, depth=3), conversations(cards=True, depth=3))
    def test_it_adds_up(self, before: Messages, after: Messages) -> None:
        found = changes(before, after)

        assert found.kept + found.changed + found.added == len(after)
        assert found.kept + found.changed + found.dropped == len(before)
