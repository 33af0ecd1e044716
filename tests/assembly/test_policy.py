"""Policy: counts as stores and forms write them, and nothing that is no policy."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.messages import assistant, chat, text_of, user
from ctxfn.pipeline import OptionError, names_of, run
from ctxfn.processors import (
    CachePrices,
    drop_old_reasoning,
    elide_tool_results,
    filter_web_searches,
    trim_activations,
    trim_stale_results,
)

TRIMS = (
    trim_activations,
    trim_stale_results,
    filter_web_searches,
    elide_tool_results,
    drop_old_reasoning,
)
COUNTS = ("keep_groups", "budget", "reserve")


class TestExamples:
    """Counts as they come from a form, a store, or a config file."""

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            (0, 0),
            (40, 40),
            ("40", 40),
            (" 40 ", 40),
            ("+40", 40),
            ("040", 40),
            ("2.9", 2),
            ("2.", 2),
            (2.9, 2),
            (40.0, 40),
            ("-0", 0),
            (9007199254740993, 9007199254740993),
            ("9007199254740993", 9007199254740993),
            (None, None),
        ],
    )
    def test_a_count_is_read(self, written: Any, read: int | None) -> None:
        assert Policy(keep_groups=written).keep_groups == read

    @pytest.mark.parametrize("name", COUNTS)
    @pytest.mark.parametrize(
        "written",
        [
            -1,
            "-1",
            -0.5,
            "-0.5",
            math.nan,
            math.inf,
            "nan",
            "1e3",
            "1_000",
            "forty",
            "",
            True,
            b"4",
            [4],
            -(10**5000),
            "9" * 5000,
        ],
        ids=lambda written: (
            f"{type(written).__name__}-{str(written)[:9]}"
            if not isinstance(written, int) or written > -5
            else "long"
        ),
    )
    def test_what_is_no_count_is_refused(self, name: str, written: Any) -> None:
        with pytest.raises(OptionError) as refused:
            Policy(**{name: written})

        error = refused.value
        assert (error.step, error.option) == ("Policy", name)
        assert error.expected == "a whole number of 0 or more, or None"

    def test_nothing_is_no_reserve(self) -> None:
        assert Policy(reserve=None).reserve == 0

    def test_lists_become_tuples(self) -> None:
        listed: Any = ["web", "files"]

        assert Policy(disabled_tools=listed) == Policy(disabled_tools=("web", "files"))

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("disabled_tools", "web"),
            ("disabled_tools", None),
            ("disabled_tools", (1,)),
            ("drop_handoffs", "transfer_to_*"),
            ("orchestration_tools", "boss"),
            ("orchestration_apis", None),
            ("fill_placeholders_in", "user"),
            ("fill_placeholders_in", ("system",)),
        ],
    )
    def test_what_is_no_list_of_texts_is_refused(self, name: str, value: Any) -> None:
        with pytest.raises(OptionError) as refused:
            Policy(**{name: value})

        assert refused.value.option == name

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("head", 4),
            ("input_template", 4),
            ("task_template", 4),
            ("open_calls", "maybe"),
            ("missing_result", "maybe"),
            ("describe_files", "yes"),
        ],
    )
    def test_what_a_step_refuses_is_refused_when_it_is_declared(
        self, name: str, value: Any
    ) -> None:
        with pytest.raises(OptionError):
            default_pipeline(Policy(**{name: value}))

    @pytest.mark.parametrize(
        "name", ["result_turns", "argument_turns", "window", "reasoning_turns", "border_every"]
    )
    def test_turns_begin_at_one(self, name: str) -> None:
        two: dict[str, Any] = {name: "2"}
        none: dict[str, Any] = {name: 0}

        assert getattr(Policy(**two), name) == 2
        with pytest.raises(OptionError):
            Policy(**none)

    def test_markup_of_calls_goes_before_what_is_empty(self) -> None:
        policy = Policy(strip_leaked_calls=True)
        leaked = chat(user("hi"), assistant("<|DSML|x>"), assistant("So. <|DSML|x>"), user("ok"))
        after = run(default_pipeline(policy), Context(leaked)).messages

        assert "strip_leaked_calls" not in names_of(default_pipeline())
        assert [text_of(one) for one in after] == ["hi", "So.", "ok"]

    def test_what_is_old_shrinks_as_the_policy_says(self) -> None:
        policy = Policy(
            result_turns=5,
            reasoning_turns=1,
            border_every=3,
            old_searches="drop",
            cache_prices=CachePrices(0.5, 1),
        )

        assert tuple(default_pipeline(policy).only(*TRIMS)) == (
            trim_activations(),
            trim_stale_results(every=20, prices=CachePrices(0.5, 1)),
            filter_web_searches(leave="nothing", every=3),
            elide_tool_results(turns=5, every=3),
            drop_old_reasoning(turns=1, every=3),
        )

    def test_stale_results_stay_if_so_wished(self) -> None:
        assert "trim_stale_results" not in names_of(default_pipeline(Policy(trim_stale=False)))


class TestProperties:
    """What holds for every number."""

    @given(st.integers(0, 10**17), st.integers(0, 999))
    def test_text_and_number_are_the_same_count(self, whole: int, fraction: int) -> None:
        assert Policy(budget=f"{whole}.{fraction}").budget == whole

    @given(st.floats(allow_nan=False, allow_infinity=False))
    def test_a_fraction_is_rounded_down_or_refused(self, number: float) -> None:
        expected = math.floor(Fraction(number))
        try:
            read = Policy(budget=number).budget
        except OptionError:
            assert expected < 0
        else:
            assert read == expected

    @given(st.one_of(st.text(), st.binary(), st.lists(st.integers()), st.complex_numbers()))
    def test_nothing_but_our_error_leaves(self, junk: Any) -> None:
        with suppress(OptionError):
            assert isinstance(Policy(budget=junk).budget, int)
