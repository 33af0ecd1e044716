"""build and spec_of: from data to steps and back, each fault by its path."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import pytest
from annotated_types import Ge
from attrs import frozen

from ctxfn.context import Context
from ctxfn.messages import Messages, chat, user
from ctxfn.pipeline import (
    AnyStep,
    DuplicateName,
    Incremental,
    Named,
    OrderError,
    PhaseSpec,
    Pipeline,
    Registered,
    Registry,
    Spec,
    SpecError,
    Step,
    StepSpec,
    build,
    incremental,
    must_follow,
    names_of,
    phase,
    processor,
    read_spec,
    spec_of,
    steps_of,
)


@frozen
class Border:
    """A record as an option may be one."""

    at: int
    kinds: tuple[str, ...] = ()


@processor
def keep(
    messages: Messages,
    /,
    *,
    nodes: Annotated[int, Ge(0)] = 1,
    border: Border | None = None,
    side: Literal["head", "tail"] = "tail",
    counts: frozenset[int] = frozenset(),
    by: object = None,
) -> Messages:
    """Keep some."""
    return messages[:nodes]


@processor
def mend(messages: Messages, /) -> Messages:
    """Mend nothing."""
    return messages


def shout(context: Context) -> Context:
    """A step that is no processor."""
    return context


REGISTRY = Registry(
    (Registered("keep", keep), Registered("mend", mend), Registered("shout", shout)),
    {"short": len},
)


def built(*steps: dict[str, object]) -> list[AnyStep]:
    """Build the steps of one phase."""
    return list(build(REGISTRY, read_spec({"processors": list(steps)})))


class TestBuild:
    """Types become steps, options become values."""

    def test_options_take_the_types_of_their_annotations(self) -> None:
        config = {
            "nodes": 2,
            "border": {"at": 3, "kinds": ["a"]},
            "side": "head",
            "counts": [2, 1],
            "by": {"value": "short"},
        }

        (step,) = built({"type": "keep", "config": config})

        assert step == keep(
            nodes=2, border=Border(3, ("a",)), side="head", counts=frozenset({1, 2}), by=len
        )

    def test_lower_priorities_run_first_and_equal_ones_as_listed(self) -> None:
        steps = built(
            {"type": "mend"},
            {"type": "shout", "priority": 1},
            {"type": "keep"},
            {"type": "mend", "priority": -1},
        )

        assert names_of(Pipeline((phase("p", "why", *steps),))) == (
            "mend",
            "mend#2",
            "keep",
            "shout",
        )

    def test_what_is_not_enabled_does_not_run(self) -> None:
        row = {"type": "pipeline", "enabled": False, "processors": [{"type": "keep"}]}

        assert built(row, {"type": "mend"}) == [mend()]

    def test_a_name_of_its_own_is_the_steps_name(self) -> None:
        (step,) = built({"type": "keep", "name": "short"})

        assert step == Named("short", keep())
        pipeline = Pipeline((phase("p", "why", step),))
        assert names_of(pipeline) == ("short",)
        assert len(pipeline(chat(user("a"), user("b")))) == 1
        assert pipeline.without(keep) == Pipeline((phase("p", "why"),))

    @pytest.mark.parametrize(
        ("config", "path", "found"),
        [
            ({"nods": 1}, "phases[0].steps[0].config.nods", "1"),
            ({"nodes": "1"}, "phases[0].steps[0].config.nodes", "'1'"),
            ({"nodes": True}, "phases[0].steps[0].config.nodes", "True"),
            ({"nodes": -1}, "phases[0].steps[0].config.nodes", "-1"),
            ({"side": "left"}, "phases[0].steps[0].config.side", "'left'"),
            ({"border": {"at": "3"}}, "phases[0].steps[0].config.border.at", "'3'"),
            ({"border": {"att": 3}}, "phases[0].steps[0].config.border.att", "3"),
            ({"border": {}}, "phases[0].steps[0].config.border", "{}"),
            ({"counts": [1, None]}, "phases[0].steps[0].config.counts[1]", "None"),
            ({"by": {"value": "long"}}, "phases[0].steps[0].config.by.value", "'long'"),
        ],
    )
    @pytest.mark.parametrize("enabled", [True, False])
    def test_a_wrong_option_names_its_path(
        self, config: object, path: str, found: str, enabled: bool
    ) -> None:
        with pytest.raises(SpecError) as caught:
            built({"type": "keep", "config": config, "enabled": enabled})

        assert (caught.value.path, caught.value.found) == (path, found)

    def test_an_unknown_type_is_told_the_near_and_all_there_are(self) -> None:
        with pytest.raises(SpecError, match="perhaps 'keep'; there are: keep, mend, shout"):
            built({"type": "kep"})

    def test_so_is_one_that_is_switched_off(self) -> None:
        with pytest.raises(SpecError, match="perhaps 'keep'"):
            built({"type": "kep", "enabled": False})
        inside = {"type": "pipeline", "enabled": False, "processors": [{"type": "kep"}]}
        with pytest.raises(SpecError, match=r"phases\[0\]\.steps\[0\]\.type: found 'kep'"):
            built(inside)

    def test_a_step_by_value_has_no_options(self) -> None:
        with pytest.raises(SpecError, match=r"config\.loud: found True, expected there are: none"):
            built({"type": "shout", "config": {"loud": True}})

    def test_one_name_for_two_steps_is_refused(self) -> None:
        with pytest.raises(SpecError, match="two steps named 'x'"):
            built({"type": "keep", "name": "x"}, {"type": "mend", "name": "x"})

    def test_rules_refuse_a_wrong_order(self) -> None:
        rule = {"later": "mend", "earlier": "keep", "because": "cuts orphan results"}
        good = {"processors": [{"type": "keep"}, {"type": "mend"}], "rules": [rule]}
        bad = {"processors": [{"type": "mend"}, {"type": "keep"}], "rules": [rule]}

        pipeline = build(REGISTRY, read_spec(good))

        assert pipeline.rules == (must_follow(mend, keep, because="cuts orphan results"),)
        with pytest.raises(OrderError, match="cuts orphan results"):
            build(REGISTRY, read_spec(bad))

    def test_a_pipeline_without_phases_is_refused(self) -> None:
        with pytest.raises(SpecError, match="a pipeline without phases"):
            build(REGISTRY, Spec((PhaseSpec("p", "why", (StepSpec("pipeline"),)),)))


class TestIncremental:
    """A file may say that a pipeline remembers what it worked out."""

    ROW: Final = {"incremental": True, "processors": [{"type": "mend"}, {"type": "keep"}]}

    def test_the_whole_is_one_step_that_remembers(self) -> None:
        plain = build(REGISTRY, read_spec({"processors": self.ROW["processors"]}))
        pipeline = build(REGISTRY, read_spec(self.ROW))

        (step,) = pipeline
        assert step == incremental(plain)
        assert [one for _, one in steps_of(pipeline)] == [mend(), keep()]
        said = chat(user("a"), user("b"))
        assert pipeline(said) == plain(said)
        assert isinstance(step, Incremental)
        assert step.remembered.runs == 1

    def test_so_may_one_inside_another_and_say_how_much(self) -> None:
        inside = {"type": "pipeline", "incremental": 50, "processors": [{"type": "mend"}]}

        first, second = built(inside, {"type": "keep"})

        assert isinstance(first, Incremental)
        assert (first.limit, second) == (50, keep())

    @pytest.mark.parametrize("remembered", [True, 0, 70])
    def test_it_comes_back_with_what_it_remembers(self, remembered: int) -> None:
        inside = {"type": "pipeline", "name": "in", "incremental": 5, "processors": []}
        phases = [{"name": "p", "because": "why", "steps": [inside, {"type": "keep"}]}]
        spec = read_spec({"incremental": remembered, "phases": phases, "abortOnError": False})

        pipeline = build(REGISTRY, spec)

        assert spec_of(REGISTRY, pipeline) == spec
        assert build(REGISTRY, spec_of(REGISTRY, pipeline)) == pipeline

    def test_rules_outside_know_the_steps_inside(self) -> None:
        rule = {"later": "mend", "earlier": "keep", "because": "cuts orphan results"}
        mending = {"type": "pipeline", "incremental": True, "processors": [{"type": "mend"}]}

        with pytest.raises(OrderError, match="cuts orphan results"):
            build(REGISTRY, read_spec({"processors": [mending, {"type": "keep"}], "rules": [rule]}))

    def test_a_single_step_that_remembers_has_no_word_in_a_file(self) -> None:
        pipeline = Pipeline((phase("p", "why", incremental(mend())),))

        with pytest.raises(SpecError, match="an incremental step: found"):
            spec_of(REGISTRY, pipeline)


class TestSpecOf:
    """What is registered can be written."""

    def test_a_pipeline_comes_back(self) -> None:
        inner = Pipeline((phase("in", "for both", keep(border=Border(1)), mend),), name="inner")
        rules = (
            must_follow(mend, keep(nodes=2), because="so"),
            must_follow((mend, shout), (keep, keep(nodes=2)), because="so", first=True, last=True),
        )
        pipeline = Pipeline(
            (phase("out", "all", keep(nodes=2, by=len), inner, Named("mine", shout)),),
            rules,
            "outer",
        )

        assert build(REGISTRY, spec_of(REGISTRY, pipeline)) == pipeline

    def test_a_step_of_ones_own_is_refused_by_name(self) -> None:
        pipeline = Pipeline((phase("p", "why", lambda context: context),))

        with pytest.raises(
            SpecError, match=r"phase p: found <lambda>.*there are: keep, mend, shout"
        ):
            spec_of(REGISTRY, pipeline)

    def test_an_option_that_no_file_can_say_is_refused(self) -> None:
        pipeline = Pipeline((phase("p", "why", keep(by=print)),))

        with pytest.raises(SpecError, match=r"phase p, keep\(by=.*\), by: found <built-in"):
            spec_of(REGISTRY, pipeline)


class TestRegistry:
    """A value; names are taken once."""

    def test_a_clash_names_both_owners(self) -> None:
        with pytest.raises(DuplicateName) as caught:
            REGISTRY.with_steps(Registered("keep", mend, owner="pack 1.0"))

        assert (caught.value.name, caught.value.owner, caught.value.other) == (
            "keep",
            "ctxfn",
            "pack 1.0",
        )

    def test_a_registry_is_edited_by_value(self) -> None:
        smaller = REGISTRY.without("keep")

        assert [one.name for one in smaller] == ["mend", "shout"]
        assert len(REGISTRY) == 3
        with pytest.raises(SpecError, match="perhaps 'mend'"):
            smaller.without("mnd")

    @pytest.mark.parametrize("name", ["", " ", "pipeline", 3])
    def test_a_name_is_a_text_of_its_own(self, name: str) -> None:
        with pytest.raises(SpecError, match="a registered step's name"):
            Registered(name, keep)

    def test_a_step_can_be_called(self) -> None:
        with pytest.raises(SpecError, match="a processor or a step"):
            Registered("x", "keep")  # type: ignore[arg-type]


def test_a_step_is_made_of_its_processor() -> None:
    assert isinstance(keep(), Step)
