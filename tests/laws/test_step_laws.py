"""Each step of ours keeps the laws of every step, and those it promises."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline import Pipeline
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
for step, contexts in pickle.loads(data):
    print("step", ascii(step))
    for context in contexts:
        print(ascii(step(context).messages))
"""


def answers_elsewhere(seed: str) -> str:
    """Run all steps in a process with other hashes; one for all, since starting it costs most."""
    said = some_conversations()
    ran = [
        (promise.step, [Context.of(one, *promise.facts) for one in said])
        for promise in ALL
        if promise.conversations is None
    ]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=pickle.dumps((sys.path, pickle.dumps(ran))),
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": seed},
    )
    return done.stdout.decode()


def some_conversations() -> list[Messages]:
    found: list[Messages] = []

    @settings(
        max_examples=40,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations(cards=True, depth=4))
    def collect(messages: Messages) -> None:
        found.append(messages)

    collect()
    return found


def shown(promise: Promise) -> str:
    """A short name for a test; a pipeline prints too long."""
    name = getattr(promise.step, "name", None) or repr(promise.step)
    return str(name) if isinstance(promise.step, Pipeline) else repr(promise.step)


@pytest.mark.parametrize("promise", ALL, ids=shown)
def test_what_every_step_keeps_and_this_one_promises(promise: Promise) -> None:
    check_step(
        promise.step,
        conversations=promise.conversations,
        facts=promise.facts,
        idempotent=promise.idempotent,
        laws=promise.laws,
    )


def test_the_same_in_another_process() -> None:
    one, two = (answers_elsewhere(seed) for seed in ("1", "2"))

    assert one == two != ""
