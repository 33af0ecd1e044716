"""facts: one of every type that there is, and what check_step does with them."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

import ctxfn.facts
from ctxfn.context import Context
from ctxfn.facts import Clock, TodoList
from ctxfn.pipeline import Pipeline, phase, processor, reads
from ctxfn.testing import LawBroken, check_step, facts

#: Whatever a step may read: records that say how often they change.
EVERY: list[Any] = [
    kind
    for kind in (getattr(ctxfn.facts, name) for name in ctxfn.facts.__all__)
    if isinstance(kind, type) and attrs.has(kind) and hasattr(kind, "CHANGES")
]


@processor
@reads(TodoList)
def stumble(context: Context, /) -> Context:
    if context.get(TodoList) is not None:
        raise ValueError("a list of todos")
    return context


@processor
@reads(TodoList, Clock)
def stumble_over_one(context: Context, /) -> Context:
    if context.get(TodoList) is not None and context.get(Clock) is None:
        raise ValueError("a list of todos, and no clock")
    return context


@processor
@reads(TodoList)
def stumble_without(context: Context, /) -> Context:
    if context.get(TodoList) is None:
        raise ValueError("no list of todos")
    return context


class TestFacts:
    """The strategies themselves."""

    @pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def test_each_type_of_fact_is_drawn(self, kind: Any, data: st.DataObject) -> None:
        assert type(data.draw(facts(kind))) is kind

    def test_fields_are_filled(self) -> None:
        told = find(facts(TodoList), lambda told: any(one.status != "todo" for one in told.items))

        assert len(told.items) == 1


class TestCheckStep:
    """A step is given what it reads, and is not."""

    @pytest.mark.parametrize("step", [stumble, stumble_without, stumble_over_one])
    def test_what_a_step_reads_is_known_and_is_not(self, step: Any) -> None:
        with pytest.raises(LawBroken) as caught:
            check_step(step, examples=60)

        assert caught.value.law == "total"

    def test_also_of_a_pipeline(self) -> None:
        with pytest.raises(LawBroken, match="a list of todos"):
            check_step(Pipeline((phase("a", "b", stumble),)), examples=60)

    def test_what_is_told_stays_as_it_is(self) -> None:
        told = TodoList()
        seen: list[object] = []

        check_step(
            stumble_without,
            facts=(told,),
            laws=(lambda _, context: seen.append(context.get(TodoList)),),
            examples=10,
        )

        assert seen
        assert all(one is told for one in seen)
