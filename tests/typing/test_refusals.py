"""What both checkers refuse, and what is refused when it runs all the same.

Each `type: ignore` is needed: a checker that no longer refuses the line reports the comment.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.messages import Messages, User, chat, user
from ctxfn.pipeline import (
    OptionError,
    Pipeline,
    PipelineError,
    each_message,
    must_follow,
    phase,
    processor,
    run,
)
from ctxfn.slots import TAIL, Injector
from tests.typing.steps import Weather, cut_words, greet, keep_recent_like, shout

SAID = chat(user("one"))
CONTEXT = Context.of(SAID)


class TestOptions:
    """Missing, unknown, of another type; in each way to call."""

    def test_a_missing_option(self) -> None:
        with pytest.raises(OptionError, match="groups: found nothing"):
            keep_recent_like()  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="groups: found nothing"):
            keep_recent_like(SAID)  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="characters: found nothing"):
            cut_words(CONTEXT)  # type: ignore[call-overload]

    def test_an_unknown_option(self) -> None:
        with pytest.raises(OptionError, match="expected one of: groups"):
            keep_recent_like(group=3)  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="expected no options at all"):
            shout(SAID, loud=True)  # type: ignore[call-overload]

    def test_an_option_of_another_type(self) -> None:
        with pytest.raises(OptionError, match="expected int"):
            keep_recent_like(groups="3")  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="expected Literal"):
            greet(CONTEXT, manner="cold")  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="expected int"):
            cut_words(SAID, characters=None)  # type: ignore[call-overload]

    def test_an_option_without_its_name(self) -> None:
        with pytest.raises(OptionError, match="options go by name"):
            keep_recent_like(SAID, 3)  # type: ignore[call-overload]

    def test_something_else_than_data(self) -> None:
        with pytest.raises(OptionError, match="found a list"):
            keep_recent_like([user("one")], groups=1)  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="found None"):
            shout()(None)  # type: ignore[call-overload]


class TestSteps:
    """What is no step, or not one yet."""

    def test_a_phase_refuses_a_processor_that_lacks_its_options(self) -> None:
        with pytest.raises(OptionError, match="groups: found nothing"):
            phase("history", "it is long", keep_recent_like)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="characters: found nothing"):
            phase("history", "it is long", cut_words)  # type: ignore[arg-type]

    def test_a_phase_refuses_a_list(self) -> None:
        with pytest.raises(PipelineError, match="a step: found"):
            phase("clean", "last", [shout])  # type: ignore[arg-type]

    def test_a_phase_needs_its_reason(self) -> None:
        with pytest.raises(PipelineError, match="a phase's because"):
            phase("clean", shout)  # type: ignore[arg-type]

    def test_a_pipeline_is_made_of_phases(self) -> None:
        with pytest.raises(PipelineError, match="a pipeline's phases"):
            Pipeline((shout(),))  # type: ignore[arg-type]

    def test_a_rule_needs_its_reason(self) -> None:
        with pytest.raises(TypeError, match="because"):
            must_follow(shout, greet)  # type: ignore[call-arg]

    def test_a_run_needs_a_context(self) -> None:
        with pytest.raises(PipelineError, match="expected a Context"):
            run(shout, SAID)  # type: ignore[arg-type]


class TestDeclarations:
    """Functions that make no processor."""

    def test_a_processor_returns_messages(self) -> None:
        @processor  # type: ignore[arg-type]
        def count(messages: Messages, /) -> int:
            return len(messages)

        with pytest.raises(PipelineError, match="what count returned: found a int"):
            count(SAID)

    def test_a_local_step_takes_a_node(self) -> None:
        @each_message  # type: ignore[type-var]
        def lower(text: str, /) -> User:
            return user(text.lower())

        with pytest.raises(PipelineError, match="each_message lower"):
            lower()

    def test_an_injector_renders_the_fact_it_reads(self) -> None:
        def render(count: int) -> str:
            return f"{count:d}"

        wrong = Injector("weather", TAIL, Weather, render)  # type: ignore[arg-type]

        with pytest.raises(TypeError):
            wrong.render(Weather("blue"))
