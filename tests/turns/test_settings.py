"""Settings in layers: which value holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.turns import (
    FIELDS,
    SCOPES,
    AgentOptions,
    Layer,
    Model,
    ModelChoice,
    Preferences,
    Resolved,
    choice_of,
    level_words,
    may_set,
    resolve_setting,
    settings_of,
    warn_once,
)

BIG, SMALL = ModelChoice("hub", "big"), ModelChoice("hub", "small")
VALUES = st.sampled_from([None, "", "low", 0, 1, 7, -1, 1.5, True, BIG, ModelChoice("", "x")])
LAYERS = st.lists(
    st.builds(
        Layer,
        st.sampled_from(SCOPES),
        st.lists(st.tuples(st.sampled_from([one.key for one in FIELDS]), VALUES)).map(tuple),
    ),
    unique_by=lambda one: one.scope,
)


class TestExamples:
    """What a reader checks by eye."""

    def test_the_most_specific_valid_value_holds(self) -> None:
        layers = [
            Layer("global", (("llm", SMALL), ("history_line", 40))),
            Layer("place", (("llm", BIG),)),
            Layer("session", (("llm", "big"),)),
        ]

        assert resolve_setting(layers, "llm") == Resolved(BIG, "place")
        assert settings_of(layers).history_line == 40

    def test_true_is_no_number(self) -> None:
        assert settings_of([Layer("session", (("max_iterations", True),))]).max_iterations is None

    def test_only_the_owner_sets_limits(self) -> None:
        assert [may_set(one, level=9) for one in FIELDS] == [True, True, False, False]
        assert all(may_set(one, owner=True) for one in FIELDS)

    def test_a_level_is_told_with_what_comes_of_it(self) -> None:
        model = Model("m", 1, levels=("low",))

        assert [level_words("low", model), level_words("low", None)] == [
            "low",
            "low (the model cannot be called)",
        ]

    def test_one_warning_for_two_models(self) -> None:
        known, line = warn_once(Preferences(), BIG, SMALL, own=False)

        assert line == "the preference of all hub/big is not there; hub/small is used"
        assert warn_once(known, SMALL, BIG)[1] is not None
        assert [warn_once(known, wanted, SMALL)[1] for wanted in (BIG, SMALL, None)] == [None] * 3

    def test_options_are_what_they_are_unless_said(self) -> None:
        assert AgentOptions() == AgentOptions("", 4096, 10_000, 0.15, 1.0, False, False)

    def test_there_is_no_such_field(self) -> None:
        with pytest.raises(InvalidArgument, match="llm or think"):
            resolve_setting([], "tools")


class TestProperties:
    """Layers decide by themselves, field by field."""

    @given(LAYERS)
    def test_taking_away_a_layer_that_does_not_decide_changes_nothing(
        self, layers: list[Layer]
    ) -> None:
        for field in FIELDS:
            found = resolve_setting(layers, field.key)
            deciding = [one for one in layers if one.scope == found.scope]

            assert resolve_setting(deciding, field.key) == found

    @given(LAYERS)
    def test_the_order_they_are_given_in_makes_no_difference(self, layers: list[Layer]) -> None:
        assert settings_of(layers[::-1]) == settings_of(layers)

    @given(LAYERS)
    def test_what_is_not_valid_never_holds(self, layers: list[Layer]) -> None:
        settings = settings_of(layers)

        assert settings.history_line in (0, 1, 7)
        assert settings.max_iterations in (None, 1, 7)
        assert settings.think in (None, "low")

    @given(st.text(), st.text())
    def test_an_entry_is_read_as_it_is_written(self, provider: str, model: str) -> None:
        choice = choice_of(f"{provider}/{model}")

        assert choice is None or choice_of(choice.entry) == choice
