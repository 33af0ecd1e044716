"""Each step of ours keeps the laws of every step, and those it promises."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline import Pipeline
from ctxfn.testing import EVERY_STEP, LawBroken, check_step, conversations, idempotent
from tests.laws.promise import Promise
from tests.laws.table import STEPS
from tests.testing import steps as examples

#: The table, and two steps that are known to be good, so that the test is never without any.
ALL = (
    *STEPS,
    Promise(examples.drop_silent, idempotent=True),
    Promise(examples.keep_last(atoms=2), idempotent=True),
)

#: So many examples are worth being drawn for each step.
MANY = 1000


@cache
def drawn() -> tuple[Messages, ...]:
    """As many conversations as the profile says, drawn once for all steps: drawing costs most."""
    found: list[Messages] = []

    @settings(
        settings(),
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations(cards=True))
    def collect(messages: Messages) -> None:
        found.append(messages)

    collect()
    return tuple(found)


def shown(promise: Promise) -> str:
    """A short name for a test; a pipeline prints too long."""
    name = getattr(promise.step, "name", None) or repr(promise.step)
    return str(name) if isinstance(promise.step, Pipeline) else repr(promise.step)


def check(promise: Promise) -> None:
    check_step(
        promise.step,
        conversations=promise.conversations,
        facts=promise.facts,
        idempotent=promise.idempotent,
        laws=promise.laws,
    )


@pytest.mark.parametrize("promise", ALL, ids=shown)
def test_what_every_step_keeps_and_this_one_promises(promise: Promise) -> None:
    """Hold the step to its laws on what was drawn; only to show the smallest is it drawn anew."""
    if promise.conversations is not None or settings().max_examples >= MANY:
        check(promise)
        return
    kept = (*EVERY_STEP, *promise.laws, *((idempotent,) if promise.idempotent else ()))
    for messages in drawn():
        context = Context.of(messages, *promise.facts)
        try:
            for law in kept:
                law(promise.step, context)
        except LawBroken:
            check(promise)
            raise


def test_as_many_conversations_as_the_profile_says() -> None:
    assert len(drawn()) >= settings().max_examples
