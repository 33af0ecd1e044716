"""The standard registry: every step of the library can be configured, and written back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn import injectors, processors
from ctxfn.assembly import Policy, default_pipeline, standard_registry
from ctxfn.pipeline import (
    OptionError,
    OrderError,
    Phase,
    Pipeline,
    Processor,
    Registered,
    SpecError,
    Step,
    build,
    dump_spec,
    load_spec,
    phase,
    spec_of,
)
from ctxfn.slots import EachInjector, Injector, Slot
from ctxfn.tokens import Counter, Tariff

REGISTRY = standard_registry()
VALUES = dict(REGISTRY.values)
SLOTS = [value for value in VALUES.values() if isinstance(value, Slot)]
COUNTERS = [value for value in VALUES.values() if isinstance(value, Counter)]

st.register_type_strategy(Slot, st.sampled_from(SLOTS))
st.register_type_strategy(Counter, st.sampled_from(COUNTERS))
st.register_type_strategy(
    Tariff, st.builds(Tariff, message=st.integers(0, 9), joined=st.booleans())
)


def options_of(processor: Processor[Any]) -> st.SearchStrategy[dict[str, object]]:
    """Options as their annotations allow them; some left out where there is a default."""
    drawn: dict[str, st.SearchStrategy[object]] = {
        name: st.from_type(cast("Any", processor.hints[name])) for name in processor.declared
    }
    required = {
        name: drawn[name]
        for name, parameter in processor.declared.items()
        if parameter.default is parameter.empty
    }
    optional = {name: drawn[name] for name in drawn if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


@st.composite
def steps(draw: st.DrawFn) -> Any:
    """Any step of the registry, with any options, in any slot."""
    registered = draw(st.sampled_from(REGISTRY.steps))
    if isinstance(registered.step, Processor):
        try:
            return registered.step.step(draw(options_of(registered.step)))
        except OptionError:  # two options that are right alone
            return draw(st.nothing())
    step: Any = registered.step
    return step.at(draw(st.sampled_from(SLOTS))) if isinstance(step, Injector) else step


def in_order(phases: Iterable[Phase], *, name: str = "pipeline") -> Any:
    """A pipeline, or nothing where blocks would be placed behind what writes them."""
    try:
        return Pipeline(tuple(phases), name=name)
    except OrderError:
        return None


phases = st.builds(
    lambda name, steps: phase(name, "so", *steps),
    st.sampled_from("abc"),
    st.lists(steps(), max_size=4),
)
flat = st.lists(phases, max_size=2).map(in_order).filter(bool)
pipelines = (
    st.tuples(flat, flat)
    .map(lambda both: in_order((*both[0].phases, phase("nested", "so", both[1])), name="outer"))
    .filter(bool)
)


class TestProperties:
    """Nothing that the library offers is out of a configuration's reach."""

    @given(flat | pipelines)
    def test_a_pipeline_comes_back_from_its_file(self, pipeline: Pipeline) -> None:
        try:
            spec = spec_of(REGISTRY, pipeline)
        except SpecError as error:  # a number that no JSON can say
            assume("finite" not in str(error))
            raise

        assert build(REGISTRY, spec) == pipeline
        for kind in ("json", "toml"):
            text = dump_spec(spec, format=kind)
            assert build(REGISTRY, load_spec(text, format=kind)) == pipeline


class TestExamples:
    """What is there, and as what."""

    def test_every_processor_and_injector_is_there(self) -> None:
        there = {one.name for one in REGISTRY}

        wanted = {
            name
            for room in (processors, injectors)
            for name in room.__all__
            if isinstance(getattr(room, name), Processor | Injector | EachInjector)
        }
        assert wanted == there

    @pytest.mark.parametrize(
        ("name", "labels"),
        [
            ("date", ("injector",)),
            ("keep_recent", ("truncator", "truncate")),
            ("pair_tool_results", ("reorderer", "clean")),
            ("render_calls", ("transformer", "content")),
        ],
    )
    def test_each_says_what_it_does(self, name: str, labels: tuple[str, ...]) -> None:
        assert REGISTRY.named(name).labels == labels

    def test_the_default_pipeline_is_a_file(self) -> None:
        policy = Policy(
            keep_groups=5, budget=1000, input_template="Q: {{text}}", disabled_tools=("x",)
        )
        pipeline = default_pipeline(policy)

        text = dump_spec(spec_of(REGISTRY, pipeline), format="toml")

        assert build(REGISTRY, load_spec(text, format="toml")) == pipeline

    def test_a_registered_step_of_ones_own_is_one_more(self) -> None:
        def mine(context: Any) -> Any:
            return context

        more = REGISTRY.with_steps(Registered("mine", mine, ("validator",), "me"))

        (step,) = build(more, load_spec('{"processors": [{"type": "mine"}]}'))
        assert step is mine
        assert not isinstance(step, Step)
