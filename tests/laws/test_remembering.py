"""A machine that does to histories what services do, against a memory that must not be noticed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from pyrsistent import pvector

from ctxfn import facts
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.messages import Messages, Node, User, assistant, call, chat, tool_result, user
from ctxfn.pipeline import Incremental, OrderError, Pipeline, incremental, phase, run
from ctxfn.testing import conversations, messages, nodes, talks
from ctxfn.wire import ChatEncoder, Conversation, codec_named, profile
from tests.laws.table import STEPS
from tests.laws.told_facts import (
    FACTS,
    FILES,
    MODEL,
    NAMES,
    NO_CALLS,
    NOW,
    PLAIN,
    ROLE,
    TEAM,
    TODOS,
)

#: The policy that asks for everything.
FULLEST = Policy(
    keep_groups=5,
    budget=100_000,
    injected_budget=1_000,
    result_turns=1,
    window=1_000,
    argument_turns=1,
    reasoning_turns=1,
    old_searches="line",
    input_template="So: {{text}}",
    disabled_tools=("search",),
    drop_handoffs=("hand_over",),
)
PIPELINES = tuple(
    default_pipeline(policy)
    for policy in (Policy(), FULLEST, Policy(keep_groups=2), Policy(open_calls="leave"))
)
ALONE: list[Any] = [promise.step for promise in STEPS if not isinstance(promise.step, Pipeline)]
TOLD = (
    ROLE,
    facts.SystemRole("Another {{x}}."),
    NAMES,
    NOW,
    evolve(NOW, timezone="Asia/Tokyo"),
    TODOS,
    FILES,
    MODEL,
    NO_CALLS,
    PLAIN,
    TEAM,
    *FACTS,
    *(fact for promise in STEPS for fact in promise.facts),
)
TARGET = profile("openai")


@st.composite
def pipelines(draw: st.DrawFn) -> Pipeline:
    """A pipeline of any steps of ours, in any order that is not refused."""
    steps: list[Any] = []
    for step in draw(st.lists(st.sampled_from(ALONE), min_size=1, max_size=6)):
        try:
            Pipeline((phase("any", "as it comes", *steps, step),))
        except OrderError:
            continue
        steps.append(step)
    return Pipeline((phase("any", "as it comes", *steps),))


def came(step: Any, context: Context) -> tuple[object, ...]:
    """Return all that can be seen of a run."""
    try:
        after = run(step, context)
    except CtxfnError as error:
        return type(error), str(error)
    written = tuple(repr(getattr(node, "written", None)) for node in after.messages)
    return after, tuple(after.notes), tuple(after.given), written


class Talk(RuleBasedStateMachine):
    """One memory for each policy; histories that grow, branch, are mended and cut."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Incremental] = []
        self.step = 0
        self.encoder = ChatEncoder()
        self.context = Context(chat())
        self.branches: list[Context] = []

    @initialize(drawn=st.lists(pipelines(), max_size=2), limit=st.sampled_from((0, 8, 1_000)))
    def begin(self, drawn: list[Pipeline], limit: int) -> None:
        self.steps = [incremental(one, messages=limit) for one in (*PIPELINES, *drawn)]

    @rule(number=st.integers(0, 5))
    def change_policy(self, number: int) -> None:
        self.step = number % max(len(self.steps), 1)

    @rule(many=st.integers(1, 4), names=st.booleans())
    def turn(self, many: int, names: bool) -> None:
        for _ in range(many):
            at = f"{len(self.context.messages)}" if names else ""
            asked = assistant(call(f"c{at}"))
            self.append(user("so?"), asked, tool_result(f"c{at}", "42"), assistant("so."))

    @rule(said=st.text(max_size=3))
    def ask(self, said: str) -> None:
        self.append(user(said))

    @rule(node=nodes() | messages())
    def say_anything(self, node: Node) -> None:
        self.append(node)

    @rule(said=conversations(cards=True) | talks())
    def go_on(self, said: Messages) -> None:
        self.append(*said)

    @rule(said=talks())
    def another(self, said: Messages) -> None:
        self.context = Context(said, self.context.known)

    @precondition(lambda self: len(self.context.messages) > 0)
    @rule(place=st.integers(0, 1_000), node=messages())
    def edit(self, place: int, node: Node) -> None:
        said = self.context.messages
        self.replace(said.set(place % len(said), node))

    @precondition(lambda self: len(self.context.messages) > 0)
    @rule(begin=st.integers(0, 1_000), size=st.integers(1, 5))
    def delete(self, begin: int, size: int) -> None:
        said = self.context.messages.tolist()
        begin %= len(said)
        self.replace(pvector(said[:begin] + said[begin + size :]))

    @precondition(lambda self: len(self.context.messages) > 0)
    @rule(end=st.integers(0, 1_000))
    def take_back(self, end: int) -> None:
        self.replace(self.context.messages[: end % len(self.context.messages)])

    @rule()
    def store_and_load(self) -> None:
        self.replace(pvector([evolve(node) for node in self.context.messages]))

    @rule()
    def branch(self) -> None:
        self.branches.append(self.context)

    @precondition(lambda self: bool(self.branches))
    @rule(number=st.integers(0, 9))
    def switch(self, number: int) -> None:
        self.context = self.branches[number % len(self.branches)]

    @rule(fact=st.sampled_from(TOLD))
    def tell(self, fact: object) -> None:
        self.context = self.context.tell(fact)

    @rule(fact=st.sampled_from(TOLD))
    def forget(self, fact: object) -> None:
        self.context = evolve(self.context, known=self.context.known.forget(type(fact)))

    def append(self, *more: Node) -> None:
        self.context = self.context.append(*more)

    def replace(self, said: Messages) -> None:
        self.context = Context(said, self.context.known)

    @invariant()
    def nobody_notices(self) -> None:
        if not self.steps:
            return
        step = self.steps[self.step % len(self.steps)]
        scratch = came(step.pipeline, self.context)
        assert came(step, self.context) == scratch
        after = scratch[0]
        if isinstance(after, Context):
            conversation = Conversation(after.messages)
            expected = codec_named("openai_chat").encode(conversation, TARGET)
            for share in (True, False):
                assert self.encoder.encode(conversation, TARGET, share=share) == expected


TestTalk = Talk.TestCase


def test_the_fullest_policy_asks_for_every_step() -> None:
    steps = {type(step): step for step in default_pipeline(FULLEST)}
    assert len(tuple(default_pipeline(FULLEST))) > len(tuple(default_pipeline())) + 8, steps


@pytest.mark.parametrize("pipeline", PIPELINES[:2], ids=("default", "fullest"))
def test_a_long_talk_that_grows_turn_by_turn(pipeline: Pipeline) -> None:
    step, context = incremental(pipeline), Context.of(chat(), *FACTS)
    for number in range(60):
        asked = assistant(call(f"c{number}"))
        context = context.append(User(), asked, tool_result(f"c{number}", "42"), assistant("so"))
        assert came(step, context) == came(pipeline, context)
