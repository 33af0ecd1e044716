"""What is injected and written by nobody is refused, not sent as nothing."""

from __future__ import annotations

import pytest

import ctxfn
from ctxfn.facts import SystemRole
from ctxfn.injectors import date, system_role
from ctxfn.pipeline import OptionError, Pipeline, phase, validate
from ctxfn.processors import render_blocks

ROWS = [{"role": "user", "content": "hi"}]
ROLE = SystemRole("You are X.")
FRAGMENT = Pipeline((phase("inject", "what it is", system_role),))


class TestExamples:
    """Pipelines that inject, with and without a step that writes."""

    def test_blocks_that_no_step_writes_are_refused_by_name(self) -> None:
        with pytest.raises(OptionError) as caught:
            ctxfn.assemble(ROWS, ROLE, pipeline=FRAGMENT, to="openai")

        assert str(caught.value) == (
            "assemble: option pipeline: found blocks that no step writes: system_role, "
            "expected render_blocks behind the last step that injects"
        )

    def test_also_where_the_run_is_traced(self) -> None:
        with pytest.raises(OptionError, match="no step writes: system_role"):
            ctxfn.assemble(ROWS, ROLE, pipeline=FRAGMENT, to="openai", clock=lambda: 0.0)

    def test_a_step_alone_is_a_pipeline_as_well(self) -> None:
        with pytest.raises(OptionError, match="render_blocks"):
            ctxfn.assemble(ROWS, ROLE, pipeline=system_role, to="openai")

    def test_a_fragment_in_a_pipeline_that_writes_is_fine(self) -> None:
        whole = Pipeline((phase("all", "inject, then write", FRAGMENT, render_blocks),))

        sent = ctxfn.assemble(ROWS, ROLE, pipeline=whole, to="openai").messages

        assert sent == [{"role": "system", "content": "You are X."}, *ROWS]

    def test_where_nothing_was_injected_nothing_is_missing(self) -> None:
        assert ctxfn.assemble(ROWS, pipeline=FRAGMENT, to="openai").messages == ROWS


class TestValidate:
    """It says so before anything runs."""

    def test_a_fragment_is_told_with_those_who_inject(self) -> None:
        both = Pipeline((phase("inject", "what it is", system_role, date),))

        assert [(one.kind, one.text) for one in validate(both)] == [
            (
                "unwritten-blocks",
                "no step writes what is injected by system_role, date: add render_blocks",
            )
        ]

    def test_a_pipeline_that_writes_is_not(self) -> None:
        assert validate(Pipeline((phase("a", "b", FRAGMENT, render_blocks),))) == ()
