"""Numbers of any size: nothing that counts tokens stumbles over one that no float holds."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.facts import Passage
from ctxfn.messages import File, chat, user
from ctxfn.processors import result_limit
from ctxfn.tokens import (
    CacheLimits,
    Candidate,
    Sent,
    Size,
    UnclearLimit,
    account,
    audio_tokens,
    compression_due,
    estimate,
    fill_window,
    plan_previews,
    rounded_down,
    rounded_up,
    simulate_cache,
    usage_of,
)
from ctxfn.turns import budget_of

HUGE = 10**400
SAID = chat(user("hello"))


class TestExamples:
    """Each place where a number from outside is multiplied."""

    def test_a_window_that_no_float_holds(self) -> None:
        told = account(SAID, estimate())

        assert compression_due(told, window=HUGE).threshold == HUGE // 2
        assert budget_of(HUGE, ratio=0.5) == HUGE // 2 - 4096 - 512
        assert result_limit(HUGE, ratio=0.5) == HUGE * 7 // 4
        assert budget_of(2, ratio=2.0**1023) == 2**1024 - 4096 - 512

    def test_an_amount_of_media(self) -> None:
        assert audio_tokens(HUGE, model="gemini-2.5-flash") == HUGE * 32
        assert audio_tokens(2.0**1020, model="gemini-2.5-flash") == 2**1025
        assert audio_tokens(float("nan"), model="gemini-2.5-flash") == 1000

    def test_what_a_provider_reports(self) -> None:
        sent = [Sent(user("hello"), "turn")]
        told = usage_of(
            sent,
            estimate=lambda message: 10,
            session="s",
            turn="t",
            platform="web",
            context_window=1000,
            max_tokens=100,
            token_budget=388,
            opening_messages=0,
            reported=HUGE,
        )

        assert (told.used, told.usage_ratio) == (10, 0.01)

    def test_scores(self) -> None:
        found = [Candidate(injector="a", text=name, score=HUGE * sign) for name, sign in SIGNS]

        kept = fill_window(found, estimate(), budget=100).kept
        assert [one.text for one in kept] == ["high", "none", "low"]
        assert Passage("text", HUGE).score == HUGE

    def test_a_budget_of_a_session(self) -> None:
        assert simulate_cache([[{"role": "user", "content": "hi"}]], budget=HUGE).mean_use == 0.0

    def test_a_drift(self) -> None:
        told = account(SAID, estimate(), drift=HUGE)

        assert told.adjusted == told.total * HUGE


SIGNS = (("low", -1), ("none", 0), ("high", 1))


class TestRefused:
    """What is no number, or none that could be meant."""

    @pytest.mark.parametrize("drift", [math.nan, math.inf, 0.5, -3])
    def test_a_drift(self, drift: float) -> None:
        said = chat(user("See.", File(id="f", text="word " * 2_000)))

        with pytest.raises(UnclearLimit, match="drift"):
            account(SAID, estimate(), drift=drift)
        with pytest.raises(UnclearLimit, match="drift"):
            plan_previews(said, estimate(), threshold=10, drift=drift)

    @pytest.mark.parametrize("ratio", [math.nan, math.inf])
    def test_a_share_of_a_window(self, ratio: float) -> None:
        with pytest.raises(InvalidArgument, match="ratio"):
            result_limit(1000, ratio=ratio)
        with pytest.raises(InvalidArgument, match="ratio"):
            budget_of(1000, ratio=ratio)

    @pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
    def test_what_cannot_be_rounded(self, number: float) -> None:
        for rounded in (rounded_down, rounded_up):
            with pytest.raises(InvalidArgument, match=f"found {number}, expected finite"):
                rounded(number, 2)
            with pytest.raises(InvalidArgument, match=f"found {number}, expected finite"):
                rounded(HUGE, 0.5, number)

    def test_a_side_of_an_image(self) -> None:
        with pytest.raises(InvalidArgument, match="height"):
            Size(3, math.nan)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "limits",
        [{"max_tokens": -1}, {"max_tokens": 1.5}, {"min_hit": 2}, {"max_injected": math.nan}],
    )
    def test_a_limit_of_a_session(self, limits: dict[str, Any]) -> None:
        (name,) = limits

        with pytest.raises(UnclearLimit, match=name):
            CacheLimits(**limits)


@given(st.integers(0, 10**9), st.floats(0, 1000))
def test_what_a_float_holds_is_rounded_as_ever(number: int, factor: float) -> None:
    assert rounded_down(number, factor) == math.floor(number * factor)
    assert rounded_up(number, factor) == math.ceil(number * factor)
