"""A runner in any order of what happens side by side: what always holds."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxfn.messages import text_of
from ctxfn.turns import payload_of, replay
from tests.io.runner.loops import run
from tests.io.runner.scenes import Scene, check, check_order, crash

SEEDS = st.integers(0, 10_000_000)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


class TestProperties:
    @settings(max_examples=50, deadline=None)
    @given(SEEDS, SEEDS)
    def test_no_input_is_lost_none_is_kept_twice_and_turns_come_one_by_one(
        self, order: int, deeds: int
    ) -> None:
        scene = Scene(deeds)
        run(scene.play, order)
        check(scene)

    @settings(max_examples=50, deadline=None)
    @given(SEEDS, SEEDS)
    def test_whatever_hangs_or_fails_everybody_has_an_answer_and_everything_ends(
        self, order: int, deeds: int
    ) -> None:
        scene = Scene(deeds, rough=True)
        run(scene.play, order)
        check(scene)

    @settings(max_examples=25, deadline=None)
    @given(SEEDS, SEEDS)
    def test_the_log_of_a_session_says_again_what_was_sent(self, order: int, deeds: int) -> None:
        scene = Scene(deeds, gentle=True)
        run(scene.play, order)
        for session in scene.world.kept.lines:
            logged = scene.world.logs.log(session)
            sent = [payload_of(one) for one in scene.world.requests if one.session == session]
            said = replay(logged).payloads
            assert said == tuple(sent[len(sent) - len(said) :])

    @settings(max_examples=60, deadline=None)
    @given(SEEDS, SEEDS, st.integers(3, 400), st.one_of(st.none(), st.integers(3, 100)))
    def test_after_a_crash_at_any_step_nothing_is_lost_or_doubled(
        self, order: int, deeds: int, steps: int, more: int | None
    ) -> None:
        crashed = crash(deeds, order, steps, more)
        kept = [*crashed.after.stored("s"), *crashed.after.stored("t")]
        texts = [text_of(one.message) for one in kept]
        for key in crashed.scene.inputs:
            times = sum(f"<{key}>" in text for text in texts)
            assert times == (key in crashed.offered)
        ended = [one.turn for one in kept if one.record is not None]
        assert sorted(map(str, ended)) == sorted({str(one.turn) for one in kept})
        assert len(crashed.ran) == len(set(crashed.ran))
        check_order(crashed.after.stored("s"))
        check_order(crashed.after.stored("t"))
