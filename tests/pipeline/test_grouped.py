"""Pipelines inside pipelines: related steps grouped once, used in several places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TypeAlias

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import Variables
from ctxfn.messages import (
    Instruction,
    Messages,
    Task,
    Tasks,
    Text,
    Verification,
    assistant,
    chat,
    text_of,
    user,
)
from ctxfn.pipeline import (
    AnyStep,
    OnError,
    Pipeline,
    Span,
    StepError,
    Trace,
    names_of,
    needs,
    phase,
    run,
    trace,
    validate,
)
from ctxfn.processors import (
    drop_empty,
    flatten_groups,
    flatten_tasks,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    restore_supervisor,
    unfold_cards,
)
from ctxfn.testing import conversations
from tests.pipeline import steps

#: Related steps, grouped once.
TASKS = Pipeline(
    (
        phase("unfold", "a task is told only once it stands alone", flatten_tasks),
        phase(
            "tell", "no model reads these roles",
            render_tasks, render_verifications, render_task_callbacks,
        ),
    ),
    name="tasks",
)  # fmt: skip

#: Two programs that use it: one before it cleans, one in the middle of its reshaping.
CHAT = Pipeline((phase("all", "a short chat", TASKS, drop_empty),), name="chat")
AGENT = Pipeline(
    (
        phase("reshape", "cards first", flatten_groups, TASKS, restore_supervisor, unfold_cards),
        phase("end", "only the last", steps.cut(nodes=3)),
    ),
    name="agent",
)

#: A step, or a group of such.
Tree: TypeAlias = "AnyStep | tuple[Tree, ...]"

#: Local steps and others, steps that drop, note, read facts, stop and fail.
LEAVES = st.sampled_from(
    (
        steps.cut(nodes=4),
        steps.say_how_many(),
        steps.count_facts(),
        steps.shout(),
        steps.whisper(),
        steps.drop_users(),
        steps.double(),
        steps.split(),
        steps.forget(),
        flatten_tasks(),
        render_tasks(),
        drop_empty(),
    )
)
ENDS = st.sampled_from((steps.halt(), steps.fail(), steps.fail_on_users()))


def trees(leaves: st.SearchStrategy[AnyStep]) -> st.SearchStrategy[Tree]:
    """Group the *leaves* in any way, empty groups and groups of one included."""
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=8)


TREES = trees(st.one_of(LEAVES, LEAVES, LEAVES, ENDS))
#: A validator is never skipped.
STRICT = trees(st.one_of(LEAVES, ENDS, st.just(steps.not_empty())))
TALKS = conversations(cards=True, depth=3)


def nested(tree: Tree, on_error: OnError | None = None) -> AnyStep:
    """Make a pipeline of each group, with its own rule for what fails."""
    if not isinstance(tree, tuple):
        return tree
    inside = [nested(one, on_error) for one in tree]
    group = phase("group", "they belong together", *inside)
    return Pipeline((group,), name="group", on_error=on_error)


def leaves(tree: Tree) -> Iterator[AnyStep]:
    """Yield the steps alone, in order."""
    if isinstance(tree, tuple):
        for one in tree:
            yield from leaves(one)
    else:
        yield tree


def flat(*listed: AnyStep) -> Pipeline:
    return Pipeline((phase("all", "one after the other", *listed),))


def watched(pipeline: AnyStep, context: Context) -> Trace:
    """Trace on a clock that counts, and go on behind what fails."""
    ticks = count().__next__
    return trace(
        pipeline, context, clock=ticks, counter=lambda node: len(text_of(node)), keep=True,
        on_error="skip",
    )  # fmt: skip


def sums(spans: tuple[Span, ...]) -> tuple[float, ...]:
    """Add up what spans say."""
    return (
        sum(span.seconds for span in spans),
        sum(span.kept for span in spans),
        sum(span.changed for span in spans),
        sum(span.added for span in spans),
        sum(span.dropped for span in spans),
        sum(len(span.notes) for span in spans),
        sum((span.tokens_after or 0) - (span.tokens_before or 0) for span in spans),
    )


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    SAID = chat(
        user("Is it so?"),
        Tasks((Task((Text("yes"),), marks=(Instruction("look"),)), Task((Text("no"),)))),
        assistant(""),
        Verification((Text("Say why."),)),
    )

    def test_one_group_serves_two_pipelines(self) -> None:
        told = "[Agent]\n\n**Asked to**\nlook\n\n**Came back with**\nyes"
        check = "<delivery_check_feedback>\nSay why.\n</delivery_check_feedback>"

        assert [text_of(one) for one in CHAT(self.SAID)] == ["Is it so?", told, "no", check]
        assert [text_of(one) for one in AGENT(self.SAID)] == ["no", "", check]

    def test_it_is_one_step_of_the_list_and_all_of_its_steps_in_the_trace(self) -> None:
        seen = trace(CHAT, Context(self.SAID), clock=count().__next__)

        assert names_of(CHAT) == ("tasks", "drop_empty")
        assert [(span.phase, span.step) for span in seen.spans] == [
            ("all/unfold", "flatten_tasks"),
            ("all/tell", "render_tasks"),
            ("all/tell", "render_verifications"),
            ("all/tell", "render_task_callbacks"),
            ("all", "drop_empty"),
        ]

    def test_what_its_steps_read_the_whole_reads(self) -> None:
        assert needs(TASKS) == needs(CHAT) == needs(AGENT) == (Variables,)
        assert validate(CHAT) == validate(AGENT) == ()

    def test_another_group_in_one_pipeline_leaves_the_other_as_it_was(self) -> None:
        short = TASKS.replace(render_tasks, render_tasks(template="{{content}}"))
        edited = CHAT.replace(TASKS, short)

        assert text_of(edited(self.SAID)[1]) == "yes"
        assert edited != CHAT
        assert tuple(AGENT)[1] is TASKS

    def test_where_it_failed_is_told_by_the_whole_way(self) -> None:
        broken = Pipeline((phase("last", "it fails", TASKS.after(render_tasks, steps.fail)),))

        with pytest.raises(StepError) as refused:
            run(broken, Context(self.SAID))

        assert refused.value.phase == "last/tell"
        assert refused.value.context.messages == TASKS.only(flatten_tasks, render_tasks)(self.SAID)

    def test_in_the_default_pipeline(self) -> None:
        kept = Policy(keep_groups=9)
        listed = default_pipeline(kept).without(restore_supervisor)
        grouped = listed.without(render_tasks, render_verifications, render_task_callbacks)
        grouped = grouped.replace(flatten_tasks, TASKS)

        context = Context(self.SAID)

        assert names_of(grouped) != names_of(listed)
        assert run(grouped, context) == run(listed, context)


class TestProperties:
    """What is true of every grouping. Each test is named after the invariant."""

    @given(TREES, TALKS, st.booleans())
    def test_nested_and_flat_give_the_same_context(
        self, tree: Tree, messages: Messages, known: bool
    ) -> None:
        context = Context.of(messages, *((7,) if known else ()))

        ours = run(nested(tree, "skip"), context, on_error="skip")
        theirs = run(flat(*leaves(tree)), context, on_error="skip")

        assert ours == theirs
        assert (ours.notes, ours.stopped) == (theirs.notes, theirs.stopped)
        assert ours.given is theirs.given is messages

    @given(TREES, TALKS)
    def test_nested_and_flat_have_the_same_spans_and_sums(
        self, tree: Tree, messages: Messages
    ) -> None:
        ours = watched(nested(tree, "skip"), Context(messages))
        theirs = watched(flat(*leaves(tree)), Context(messages))

        assert sums(ours.spans) == sums(theirs.spans)
        assert ours.contexts == theirs.contexts
        assert [evolve(span, phase="") for span in ours.spans] == [
            evolve(span, phase="") for span in theirs.spans
        ]

    @given(STRICT, TALKS)
    def test_nested_and_flat_fail_at_the_same_step_with_the_same_input(
        self, tree: Tree, messages: Messages
    ) -> None:
        assert failure(nested(tree), messages) == failure(flat(*leaves(tree)), messages)

    @given(TREES, TREES, TALKS)
    def test_one_group_used_twice_is_its_steps_twice(
        self, group: Tree, between: Tree, messages: Messages
    ) -> None:
        shared = nested(group, "skip")
        listed = [*leaves(group), *leaves(between), *leaves(group)]

        ours = watched(flat(shared, nested(between, "skip"), shared), Context(messages))
        theirs = watched(flat(*listed), Context(messages))

        assert ours.context == theirs.context
        assert sums(ours.spans) == sums(theirs.spans)

    @given(TALKS)
    def test_two_pipelines_that_share_a_group_are_what_they_are_flat(
        self, messages: Messages
    ) -> None:
        for pipeline in (CHAT, AGENT):
            listed = [one for step in pipeline for one in inner(step)]

            assert run(pipeline, Context(messages)) == run(flat(*listed), Context(messages))


def inner(step: AnyStep) -> tuple[AnyStep, ...]:
    return tuple(step) if isinstance(step, Pipeline) else (step,)


def failure(pipeline: AnyStep, messages: Messages) -> object:
    """Run *pipeline*, and return what failed on what, or the context."""
    try:
        return run(pipeline, Context(messages))
    except StepError as error:
        return (error.step, error.context, error.reason)
