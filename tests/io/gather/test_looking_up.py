"""look_up: so many at a time, each within its limit, in the order asked."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io import InvalidArgument
from ctxfn.io.gather.looking_up import Answer, look_up
from tests.io.gather.virtual_loop import run_virtually


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError


async def fetch(key: str) -> str:
    """Take as many seconds as the key says; keys that are no number raise."""
    await asyncio.sleep(float(key))
    return f"after {key}"


class TestExamples:
    """Answers stand where their keys do."""

    def test_in_order_whatever_comes_first(self) -> None:
        answers, seconds, left = run_virtually(look_up(fetch, ["3", "1"], limit=9, at_once=8))

        assert answers == (Answer("after 3"), Answer("after 1"))
        assert (seconds, left) == (3.0, 0)

    def test_so_many_at_a_time(self) -> None:
        _, seconds, _ = run_virtually(look_up(fetch, ["2"] * 5, limit=3, at_once=2))

        assert seconds == pytest.approx(6.0)

    def test_waiting_for_a_turn_is_free(self) -> None:
        answers, _, _ = run_virtually(look_up(fetch, ["2"] * 5, limit=3, at_once=1))

        assert answers == (Answer("after 2"),) * 5

    def test_one_that_fails_or_hangs_is_alone_in_it(self) -> None:
        answers, _, left = run_virtually(look_up(fetch, ["x", "1", "99"], limit=3, at_once=8))

        assert [one.found for one in answers] == [None, "after 1", None]
        assert answers[0].reason == "ValueError: could not convert string to float: 'x'"
        assert (answers[2].reason, left) == ("not there within 3 s", 0)

    def test_one_that_may_block_runs_in_a_thread(self) -> None:
        answers = asyncio.run(look_up(str.upper, ["a"], limit=3, at_once=1))

        assert answers == (Answer("A"),)

    def test_an_error_without_words(self) -> None:
        def broken(key: str) -> str:
            raise Mute

        (answer,) = asyncio.run(look_up(broken, ["a"], limit=3, at_once=1))

        assert answer.reason == "Mute: its message cannot be written"

    @pytest.mark.parametrize("at_once", [0, -1, True, 1.0, "8"])
    def test_a_number_that_is_none(self, at_once: int) -> None:
        with pytest.raises(InvalidArgument, match="at_once: found"):
            asyncio.run(look_up(fetch, [], limit=3, at_once=at_once))

    @pytest.mark.parametrize("limit", [0, -1, float("nan"), 1e12])
    def test_a_limit_that_is_none(self, limit: float) -> None:
        with pytest.raises(InvalidArgument, match="limit: found"):
            asyncio.run(look_up(fetch, [], limit=limit, at_once=3))


@given(st.lists(st.sampled_from("1234x"), max_size=8), st.integers(1, 4))
def test_every_key_has_its_answer(keys: list[str], at_once: int) -> None:
    answers, _, left = run_virtually(look_up(fetch, keys, limit=3.5, at_once=at_once))

    assert ([one.found for one in answers], left) == (
        [f"after {key}" if key in "123" else None for key in keys],
        0,
    )
