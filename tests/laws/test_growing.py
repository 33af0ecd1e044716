"""Each step of ours does the same when it is asked about what is new alone."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.messages import Messages, Node, assistant, chat, user
from ctxfn.pipeline import idle_without, incremental, processor, reads, separable
from ctxfn.processors import drop_empty
from ctxfn.testing import LawBroken, conversations, growing, talks
from tests.laws.promise import Promise
from tests.laws.table import STEPS
from tests.laws.test_step_laws import shown

#: One conversation in so many that a profile asks for: it is asked about message by message.
EVERY = 4


@cache
def drawn() -> tuple[Messages, ...]:
    """Conversations, most of which can be divided, drawn once for all steps."""
    found: list[Messages] = []

    @settings(
        settings(),
        max_examples=settings().max_examples // EVERY + 1,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(conversations(cards=True), talks(), talks(cards=True)))
    def collect(messages: Messages) -> None:
        found.append(messages)

    collect()
    return tuple(found)


def is_divided(messages: Messages) -> bool:
    step = incremental(drop_empty())
    step(messages)
    return step.remembered.pieces > 1


@pytest.mark.parametrize("promise", STEPS, ids=shown)
def test_a_conversation_that_grows_gives_what_it_gives_from_scratch(promise: Promise) -> None:
    for messages in drawn():
        growing(promise.step, Context.of(messages, *promise.facts))


def test_conversations_can_be_divided() -> None:
    assert any(map(is_divided, drawn()))


class TestTheLawFindsLiars:
    SAID = chat(user("a"), assistant("b"), user("c"), assistant("d"), user("e"))

    def test_a_step_that_looks_back(self) -> None:
        @processor
        @separable
        def counted(messages: Messages, /) -> Messages:
            return messages.append(user(f"{len(messages)} messages"))

        with pytest.raises(LawBroken, match="growing"):
            growing(counted(), Context(self.SAID))

    def test_a_step_that_reads_what_it_does_not_say(self) -> None:
        @processor
        @separable
        def greet(context: Context, /) -> Context:
            name: Node = user(context.get(str) or "nobody")
            return context.with_messages(chat(name, *context.messages))

        with pytest.raises(LawBroken, match="growing"):
            growing(greet(), Context.of(self.SAID, "Ann"))

    def test_a_step_that_is_not_idle(self) -> None:
        @processor
        @reads(str)
        @idle_without(str)
        def end(context: Context, /) -> Context:
            return context.with_messages(context.messages[:1])

        with pytest.raises(LawBroken, match="growing"):
            growing(end(), Context(self.SAID))
