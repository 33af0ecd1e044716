"""Each step of ours keeps the laws of every step, and those it promises."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.testing import check_step, conversations
from tests.laws.table import STEPS, Promise
from tests.testing import steps as examples

#: The table, and two steps that are known to be good, so that the test is never without any.
ALL = (
    *STEPS,
    Promise(examples.drop_silent, idempotent=True),
    Promise(examples.keep_last(atoms=2), idempotent=True),
)

# What arrives in another process: its hashes of texts are other ones, and so is its order of sets.
ELSEWHERE = """
import pickle, sys
path, data = pickle.load(sys.stdin.buffer)
sys.path[:] = path
step, contexts = pickle.loads(data)
for context in contexts:
    print(ascii(step(context).messages))
"""


def answers_elsewhere(promise: Promise, contexts: list[Context], seed: str) -> str:
    sent = pickle.dumps((sys.path, pickle.dumps((promise.step, contexts))))
    ran = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=sent,
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": seed},
    )
    return ran.stdout.decode()


def some_conversations() -> list[Messages]:
    found: list[Messages] = []

    @settings(
        max_examples=40,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations(cards=True))
    def collect(messages: Messages) -> None:
        found.append(messages)

    collect()
    return found


@pytest.mark.parametrize("promise", ALL, ids=lambda promise: repr(promise.step))
class TestLaws:
    """What every step keeps, and what this one promises."""

    def test_its_laws(self, promise: Promise) -> None:
        check_step(
            promise.step,
            conversations=promise.conversations,
            facts=promise.facts,
            idempotent=promise.idempotent,
            laws=promise.laws,
        )

    def test_the_same_in_another_process(self, promise: Promise) -> None:
        if promise.conversations is not None:
            pytest.skip("it does not take every conversation")
        contexts = [Context.of(said, *promise.facts) for said in some_conversations()]

        one, two = (answers_elsewhere(promise, contexts, seed) for seed in ("1", "2"))

        assert one == two != ""
