"""The laws of rules, tried on each: total, pure, in place, and nothing left after the fix."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.lint import (
    RULES,
    Found,
    Rule,
    check_conversation,
    fix_conversation,
    rule_named,
)
from ctxfn.messages import Messages, Reasoning, assistant, call, chat, system, tool_result, user
from ctxfn.processors import drop_empty
from ctxfn.testing import LawBroken, anthropic_requests, check_rule, conversations, openai_histories
from ctxfn.wire import Conversation, codec_named, profile, target_names
from tests.lint.unwise import UNWISE_TEXTS, unwise_conversations


def decoded(codec: str, rows: object) -> Conversation:
    try:
        return codec_named(codec).decode(rows)
    except CtxfnError:  # rows that no verb takes
        return Conversation(chat())


ANYTHING = st.one_of(
    conversations(cards=True, surrogates=True, depth=4).map(Conversation),
    openai_histories(surrogates=True).map(lambda rows: decoded("openai_chat", rows)),
    anthropic_requests().map(lambda body: decoded("anthropic", body)),
    unwise_conversations().map(Conversation),
)

GOOD = chat(
    system("Be brief."),
    user("Who are you?"),
    assistant("", call("c1", "look", '{"a": 1}')),
    tool_result("c1", "42"),
    assistant("Nobody."),
    user("Thanks."),
)
#: The same for those who want back what was thought before each call.
THOUGHT = GOOD.set(2, assistant(Reasoning("Look."), "", call("c1", "look", '{"a": 1}')))


TARGETS = [profile(name) for name in ("openai/strict", "anthropic", "openai", *target_names())]


@cache
def drawn() -> tuple[Conversation, ...]:
    """As many conversations as the profile says, drawn once for all rules: drawing costs most."""
    found: list[Conversation] = []

    @settings(
        settings(),
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(ANYTHING)
    def collect(said: Conversation) -> None:
        found.append(said)

    collect()
    return tuple(found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_keeps_the_laws(rule: Rule) -> None:
    target = next(target for target in TARGETS if rule.severity(target) is not None)
    good = st.just(THOUGHT if target.reasoning == "required_with_calls" else GOOD)
    try:
        check_rule(rule, target, conversations=st.sampled_from(drawn()), acceptable=good)
    except LawBroken:  # Only to show the smallest is it drawn anew.
        check_rule(rule, target, conversations=ANYTHING, acceptable=good)
        raise


class TestCheckRule:
    """A rule that breaks a law is named with it."""

    RULE = Rule(
        code="ACME101",
        name="no-such-thing",
        find=lambda conversation, profile: iter(()),
        severity=lambda profile: "error",
        hint="None.",
        no_fix="none",
    )

    def test_a_rule_of_anybody_keeps_them(self) -> None:
        check_rule(self.RULE, examples=5)

    @pytest.mark.parametrize(
        ("law", "changes"),
        [
            ("total", {"find": lambda conversation, profile: iter(["text"])}),
            ("total", {"find": lambda conversation, profile: 1 // 0}),
            ("in place", {"find": lambda conversation, profile: iter([Found(10**6, "a", "b")])}),
            (
                "mended",
                {
                    "find": lambda conversation, profile: iter([Found(None, "a", "b")]),
                    "fix": drop_empty(),
                    "fix_safety": "safe",
                    "no_fix": None,
                },
            ),
            (
                "spares rightly",
                {
                    "find": lambda conversation, profile: iter([Found(None, "a", "b")]),
                    "unless": lambda messages: True,
                },
            ),
        ],
    )
    def test_one_that_breaks_a_law_is_refused(self, law: str, changes: dict[str, Any]) -> None:
        rule: Rule = evolve(self.RULE, **changes)

        with pytest.raises(LawBroken) as broken:
            check_rule(rule, examples=20)

        assert (broken.value.law, broken.value.thing) == (law, "rule ACME101 no-such-thing")

    def test_one_that_speaks_of_what_is_acceptable_is_refused(self) -> None:
        rule = rule_named("R202")
        assert rule is not None

        with pytest.raises(LawBroken, match="silent"):
            check_rule(
                rule, profile("anthropic"), acceptable=st.just(chat(system("Rhyme."))), examples=5
            )


class TestFixing:
    """Fixing everything ends, and at one result."""

    @settings(suppress_health_check=list(HealthCheck))
    @given(ANYTHING, st.permutations(RULES), st.sampled_from(["openai", "openai/strict"]))
    def test_the_order_of_rules_does_not_change_the_result(
        self, said: Conversation, rules: list[Rule], target: str
    ) -> None:
        to = profile(target)

        one = fix_conversation(said, to, lossy=True).conversation.messages
        other = fix_conversation(said, to, rules=rules, lossy=True).conversation.messages

        assert one == other

    @settings(suppress_health_check=list(HealthCheck))
    @given(ANYTHING, st.sampled_from(["openai", "openai/strict", "anthropic"]))
    def test_it_ends_and_twice_is_once(self, said: Conversation, target: str) -> None:
        to = profile(target)
        once = fix_conversation(said, to, lossy=True).conversation

        again = fix_conversation(once, to, lossy=True)

        assert (again.conversation is once, again.notes) == (True, ())

    @pytest.mark.parametrize("text", UNWISE_TEXTS)
    def test_what_is_unwise_is_never_an_error(self, text: str) -> None:
        said: Messages = chat(system(text), user(text), assistant(text))
        unwise = [rule for rule in RULES if rule.unwise]

        found = check_conversation(Conversation(said), profile("openai"), rules=unwise)

        assert {one.severity for one in found} <= {"warning", "info"}
