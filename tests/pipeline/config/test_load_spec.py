"""load_spec and dump_spec: what a file says, every fault by its path, both ways the same."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.pipeline import (
    PhaseSpec,
    RuleSpec,
    Spec,
    SpecError,
    StepSpec,
    dump_spec,
    load_spec,
    read_spec,
    step_specs_of,
)

LETTERS = st.characters(exclude_categories=["Cs"])
WORDS = st.text(LETTERS, min_size=1).filter(str.strip)
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(LETTERS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
).filter(lambda value: "none" not in repr(value))


def steps(inside: st.SearchStrategy[Spec]) -> st.SearchStrategy[StepSpec]:
    """Steps of all kinds, some of them pipelines."""
    plain = st.builds(
        StepSpec,
        WORDS.filter(lambda word: word != "pipeline"),
        st.dictionaries(WORDS, VALUES, max_size=3),
        st.none() | WORDS,
        st.booleans(),
        st.integers(-3, 3),
    )
    nested = st.builds(
        lambda spec, enabled, priority: StepSpec("pipeline", (), None, enabled, priority, spec),
        inside,
        st.booleans(),
        st.integers(-1, 1),
    )
    return plain | nested


def specs(
    inside: st.SearchStrategy[Spec], timeouts: st.SearchStrategy[float | None]
) -> st.SearchStrategy[Spec]:
    """Specs whose steps may be pipelines."""
    every = steps(inside)
    phases = st.builds(PhaseSpec, WORDS, WORDS, st.lists(every, max_size=3).map(tuple))
    meant = st.lists(WORDS | every, min_size=1, max_size=2).map(tuple)
    rules = st.builds(RuleSpec, meant, meant, WORDS, st.booleans(), st.booleans())
    return st.builds(
        Spec,
        st.lists(phases, max_size=3).map(tuple),
        st.lists(rules, max_size=2).map(tuple),
        WORDS,
        st.sampled_from([None, "raise", "skip"]),
        timeouts,
        st.none() | st.booleans() | st.integers(0, 10**7),
    )


EMPTY = st.builds(Spec, name=WORDS)
SPECS = specs(specs(EMPTY, st.none()), st.none() | st.floats(0.001, 1e6) | st.integers(1, 10**9))


class TestExamples:
    """The file of brief 003, and ours."""

    def test_processors_without_phases_are_one_phase(self) -> None:
        text = """{"processors": [{"type": "a", "config": {"n": 1}}, {"type": "b"}],
                   "abortOnError": false, "timeout": 5000}"""

        spec = load_spec(text)

        steps = (StepSpec("a", {"n": 1}), StepSpec("b"))
        phase = PhaseSpec("processors", "listed without phases, in this order", steps)
        assert spec == Spec((phase,), on_error="skip", timeout=5000)
        assert spec.timeout_seconds == 5.0

    def test_toml_says_the_same(self) -> None:
        text = """
        version = 1
        [[phases]]
        name = "p"
        because = "why"
        steps = [{type = "a", enabled = false, priority = 2, config = {x = {value = "none"}}}]
        """

        spec = load_spec(text, format="toml")

        step = StepSpec("a", {"x": None}, None, False, 2)
        assert spec == Spec((PhaseSpec("p", "why", (step,)),))

    def test_keys_are_written_sorted_and_defaults_not_at_all(self) -> None:
        spec = Spec((PhaseSpec("p", "why", (StepSpec("a", {"y": 1, "x": [2]}),)),))

        assert json.loads(dump_spec(spec)) == {
            "version": 1,
            "phases": [
                {
                    "name": "p",
                    "because": "why",
                    "steps": [{"type": "a", "config": {"x": [2], "y": 1}}],
                }
            ],
        }

    def test_a_nested_pipeline_has_phases_of_its_own(self) -> None:
        row = {"type": "pipeline", "name": "in", "processors": [{"type": "a"}]}

        (outer,) = read_spec({"processors": [row]}).phases[0].steps

        assert outer.inside is not None
        assert (outer.name, outer.inside.name) == (None, "in")
        assert [step.type for step in step_specs_of(outer.inside)] == ["a"]


class TestFaults:
    """Each names its path, what was found and what was expected."""

    @pytest.mark.parametrize(
        ("said", "path", "found"),
        [
            ([], "the configuration", "[]"),
            ({"version": 2}, "version", "2"),
            ({"version": True}, "version", "True"),
            ({"phasen": []}, "phasen", "[]"),
            ({"phases": {}}, "phases", "{}"),
            ({"phases": [3]}, "phases[0]", "3"),
            ({"phases": [{"name": "p"}]}, "phases[0].because", "nothing"),
            ({"phases": [], "processors": []}, "processors", "phases too"),
            ({"processors": [{"config": {}}]}, "processors[0].type", "nothing"),
            ({"processors": [{"type": "a", "typ": 1}]}, "processors[0].typ", "1"),
            ({"processors": [{"type": "a", "config": 1}]}, "processors[0].config", "1"),
            ({"processors": [{"type": "a", "enabled": 1}]}, "processors[0].enabled", "1"),
            ({"processors": [{"type": "a", "priority": 0.5}]}, "processors[0].priority", "0.5"),
            ({"processors": [{"type": "a", "name": " "}]}, "processors[0].name", "' '"),
            ({"abortOnError": "no"}, "abortOnError", "'no'"),
            ({"timeout": 0}, "timeout", "0"),
            ({"incremental": "yes"}, "incremental", "'yes'"),
            ({"incremental": -1}, "incremental", "-1"),
            ({"timeout": float("inf")}, "timeout", "inf"),
            ({"rules": [{"later": "a", "because": "b"}]}, "rules[0].earlier", "nothing"),
            (
                {"processors": [{"type": "pipeline", "processors": [{"type": 1}]}]},
                "processors[0].processors[0].type",
                "1",
            ),
            ({"processors": [{"type": "pipeline", "timeout": 1}]}, "processors[0].timeout", "1"),
        ],
    )
    def test_a_fault_names_its_path(self, said: object, path: str, found: str) -> None:
        with pytest.raises(SpecError) as caught:
            read_spec(said)

        assert (caught.value.path, caught.value.found) == (path, found)

    def test_a_key_said_twice(self) -> None:
        with pytest.raises(SpecError, match=r"processors\[0\]\.type: found the key twice"):
            load_spec('{"processors": [{"type": "a", "type": "b"}]}')

    def test_a_misspelt_key_is_told_the_near_one(self) -> None:
        with pytest.raises(SpecError, match="perhaps 'abortOnError'"):
            read_spec({"abortOnEror": True})

    def test_text_that_is_no_toml(self) -> None:
        with pytest.raises(SpecError, match="the configuration"):
            load_spec("= 1", format="toml")
        with pytest.raises(SpecError, match="the configuration"):
            load_spec(b"\xff", format="toml")

    def test_options_that_no_file_can_say(self) -> None:
        deep: object = 1
        for _ in range(30):
            deep = [deep]
        with pytest.raises(SpecError, match="deep"):
            StepSpec("a", {"x": deep})
        with pytest.raises(SpecError, match="finite"):
            load_spec('[[processors]]\ntype="a"\nconfig={x=nan}', format="toml")

    def test_pipelines_inside_each_other_without_end(self) -> None:
        row: Mapping[str, object] = {"type": "a"}
        for _ in range(30):
            row = {"type": "pipeline", "processors": [row]}
        with pytest.raises(SpecError, match="deep"):
            read_spec({"processors": [row]})


class TestProperties:
    """Written and read again it is the same."""

    @given(SPECS)
    def test_what_is_written_reads_back(self, spec: Spec) -> None:
        assert load_spec(dump_spec(spec)) == spec
        assert load_spec(dump_spec(spec, format="toml"), format="toml") == spec
        assert dump_spec(load_spec(dump_spec(spec))) == dump_spec(spec)
