"""Every pair of steps of the default pipeline: a rule keeps their order, or it does not matter."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.assembly import ORDER_RULES, Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.facts import (
    ActivatedTool,
    Activations,
    Clock,
    HistorySummary,
    Knowledge,
    KnowledgeFile,
    Member,
    Model,
    SystemRole,
    Team,
    Todo,
    TodoList,
    Variables,
)
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep, steps_of
from ctxfn.pipeline.phase import is_the
from ctxfn.processors import HANDOFF_NAMES
from ctxfn.testing import conversations, trees
from ctxfn.wire import profile
from docs.order import PAGE, page
from tests.laws.told_facts import NOW

#: With every step that a policy can ask for.
FULL = default_pipeline(
    Policy(
        keep_groups=3,
        budget=60,
        input_template="Q: {{text}} {{name}}",
        task_template="T {{content}}",
        disabled_tools=("search",),
        drop_handoffs=HANDOFF_NAMES,
        fill_placeholders_in=("user", "assistant", "tool"),
        old_searches="line",
        reasoning_turns=1,
        argument_turns=1,
        injected_budget=999,
        window=8192,
        refuse_without=("vision",),
        result_turns=1,
    )
)
STEPS: list[AnyStep] = [step for _, step in steps_of(FULL)]
FACTS = (
    SystemRole("You help {{name}}."),
    Model("m", "M", vision=True),
    HistorySummary("They met."),
    Knowledge((KnowledgeFile("f1", "a.txt", "text"),)),
    NOW,
    TodoList((Todo("read"),)),
    Variables((("name", "Ann"),)),
    Team((Member("ann", "Ann"), Member("bob", "Bob", "supervisor")), "ann"),
    Activations((ActivatedTool("web", ("search",)),)),
    profile("openai"),
)
assert {type(fact) for fact in FACTS} >= {Clock}


def ruled() -> list[list[bool]]:
    """Say for each pair whether rules, one after the other, keep the second behind the first."""
    count = range(len(STEPS))
    behind = [[False for _ in count] for _ in count]

    def places(meant: Any) -> list[int]:
        return [place for place in count if is_the(STEPS[place], meant)]

    for rule in ORDER_RULES:
        for later in map(places, rule.later):
            for earlier in map(places, rule.earlier):
                for one in earlier[:1] if rule.first else earlier:
                    for other in later[-1:] if rule.last else later:
                        behind[one][other] = True
    for middle in count:
        for one in count:
            if behind[one][middle]:
                behind[one] = [a or b for a, b in zip(behind[one], behind[middle], strict=True)]
    return behind


RULED = ruled()
FREE = [
    (one, other)
    for other in range(len(STEPS))
    for one in range(other)
    if not RULED[one][other] and STEPS[one] != STEPS[other]
]


def after(context: Context | None, step: AnyStep) -> Context | None:
    """Run one step; None if it refuses."""
    try:
        return None if context is None else step(context)
    except CtxfnError:
        return None


class TestPairs:
    """No pair is left to chance."""

    def test_no_rule_keeps_a_step_behind_itself(self) -> None:
        assert not any(RULED[place][place] for place in range(len(STEPS)))

    @given(st.one_of(conversations(cards=True, depth=2), conversations(), trees(depth=3, nodes=2)))
    def test_those_without_a_rule_commute(self, messages: Messages) -> None:
        context = Context.of(messages, *FACTS)
        once = {place: after(context, STEPS[place]) for pair in FREE for place in pair}

        for one, other in FREE:
            there, back = after(once[one], STEPS[other]), after(once[other], STEPS[one])
            if there is not None and back is not None:
                assert there.messages == back.messages, (STEPS[one], STEPS[other])


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python docs/order.py"
