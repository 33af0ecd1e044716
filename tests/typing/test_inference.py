"""What both checkers infer of code as users write it; a wrong inference fails to check."""

from __future__ import annotations

from typing import assert_type

from ctxfn.context import Context
from ctxfn.functional import compose, pipe
from ctxfn.injectors import todo_list
from ctxfn.messages import Messages, chat, user
from ctxfn.pipeline import (
    EachMessage,
    Pipeline,
    Step,
    Trace,
    must_follow,
    needs,
    phase,
    run,
    stop,
    trace,
)
from ctxfn.processors import render_blocks
from ctxfn.slots import SYSTEM, Injector
from tests.typing.steps import (
    Weather,
    cut_words,
    forget_thoughts,
    greet,
    keep_recent_like,
    not_empty,
    report_cut,
    report_or_not,
    shout,
    weather,
)

SAID = chat(user("one"), user("two"))
CONTEXT = Context.of(SAID, Weather("blue"))


class TestThreeWaysToCall:
    """With messages, with a context, with options alone."""

    def test_a_processor_with_an_option(self) -> None:
        assert_type(keep_recent_like(SAID, groups=1), Messages)
        assert_type(keep_recent_like(CONTEXT, groups=1), Context)
        assert_type(keep_recent_like(groups=1), Step)

    def test_a_processor_that_reports(self) -> None:
        assert_type(report_cut(SAID), Messages)
        assert_type(report_cut(CONTEXT, note="less"), Context)
        assert_type(report_cut(), Step)
        assert_type(report_or_not(SAID), Messages)

    def test_a_processor_on_contexts(self) -> None:
        assert_type(greet(SAID), Messages)
        assert_type(greet(CONTEXT, manner="cool"), Context)
        assert_type(greet(manner="warm"), Step)

    def test_a_validator(self) -> None:
        assert_type(not_empty(SAID), Messages)
        assert_type(not_empty(CONTEXT), Context)
        assert_type(not_empty(), Step)

    def test_a_function_of_one_message(self) -> None:
        assert_type(shout(SAID), Messages)
        assert_type(shout(CONTEXT), Context)
        assert_type(shout(), Step)
        assert_type(cut_words(SAID, characters=3), Messages)
        assert_type(cut_words(CONTEXT, characters=3), Context)
        assert_type(cut_words(characters=3), Step)
        assert_type(forget_thoughts(SAID), Messages)
        assert_type(shout, EachMessage[[]])

    def test_a_step(self) -> None:
        step = keep_recent_like(groups=1)

        assert_type(step(SAID), Messages)
        assert_type(step(CONTEXT), Context)


class TestComposing:
    """Steps, injectors and pipelines in `pipe`, `phase` and `run`."""

    def test_pipe_on_a_context(self) -> None:
        after = pipe(CONTEXT, keep_recent_like(groups=2), todo_list)

        assert_type(after, Context)

    def test_pipe_of_bare_messages(self) -> None:
        assert_type(pipe(SAID, keep_recent_like(groups=20), shout), Messages)
        assert_type(pipe(SAID, render_blocks), Messages)

    def test_pipe_of_many(self) -> None:
        after = pipe(CONTEXT, weather, todo_list, greet, shout, cut_words(characters=2), not_empty)

        assert_type(after, Context)

    def test_compose(self) -> None:
        first_two = compose(weather, todo_list)

        assert_type(first_two(CONTEXT), Context)

    def test_a_pipeline_is_a_step(self) -> None:
        rules = (must_follow(render_blocks, weather, because="it writes what stands"),)
        inner = Pipeline((phase("inner", "to nest it", weather, shout),))
        whole = Pipeline((phase("whole", "to hold it", inner, render_blocks),), rules=rules)

        assert_type(whole(CONTEXT), Context)
        assert_type(whole(SAID), Messages)
        assert_type(run(whole, stop(CONTEXT, "no more")), Context)
        assert_type(trace(whole, CONTEXT, clock=lambda: 0.0), Trace)
        assert_type(whole.before(render_blocks, greet(manner="cool")), Pipeline)
        assert_type(needs(whole), tuple[type, ...])

    def test_a_processor_with_options_can_be_meant_without_them(self) -> None:
        rule = must_follow(render_blocks, keep_recent_like, because="it comes last")
        whole = Pipeline((phase("all", "one", keep_recent_like(groups=3), shout),), rules=(rule,))

        assert_type(whole.replace(keep_recent_like, greet), Pipeline)
        assert_type(whole.without(keep_recent_like, shout), Pipeline)

    def test_a_plain_function_is_a_step(self) -> None:
        def halve(context: Context) -> Context:
            return context.with_messages(context.messages[:1])

        whole = Pipeline((phase("halve", "half is enough", halve),))

        assert_type(whole(CONTEXT), Context)

    def test_an_injector_of_the_users(self) -> None:
        assert_type(weather, Injector[Weather])
        assert_type(weather.at(SYSTEM), Injector[Weather])
        assert_type(weather(CONTEXT), Context)
        assert_type(CONTEXT.get(Weather), Weather | None)
