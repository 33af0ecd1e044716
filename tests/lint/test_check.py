"""check and fix: order, choice of rules, and that a fix leaves nothing to find."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ctxfn
from ctxfn.errors import CtxfnError
from ctxfn.lint import (
    RULES,
    Rule,
    UnknownRule,
    as_json,
    check_conversation,
    fix_conversation,
    rule_named,
    rules_named,
    shown,
)
from ctxfn.messages import Messages, chat, tool_result, user
from ctxfn.pipeline import PipelineError
from ctxfn.testing import conversations, openai_histories
from ctxfn.wire import Conversation, codec_named, profile

TARGETS = ("openai", "openai/compatible", "openai/strict")
FIXED = [rule for rule in RULES if rule.has_fix]


def read() -> st.SearchStrategy[Conversation]:
    """Conversations as records and as rows, broken ones and cards included."""
    rows = openai_histories(surrogates=True).map(_decoded)
    records = conversations(cards=True, surrogates=True, depth=4).map(_conversation)
    return st.one_of(rows, records)


def _decoded(rows: object) -> Conversation:
    try:
        return codec_named("openai_chat").decode(rows)
    except CtxfnError:  # rows that no verb takes
        return Conversation(chat())


def _conversation(messages: Messages) -> Conversation:
    return Conversation(messages)


class TestFix:
    """After its fix, a rule finds nothing."""

    @settings(suppress_health_check=list(HealthCheck))
    @given(conversation=read(), target=st.sampled_from(TARGETS))
    def test_nothing_is_found_after_the_fix_and_nothing_done_where_nothing_was_found(
        self, conversation: Conversation, target: str
    ) -> None:
        to = profile(target)
        for rule in FIXED:
            found = check_conversation(conversation, to, rules=(rule,))

            fixed = fix_conversation(conversation, to, rules=(rule,), lossy=True)

            left = check_conversation(fixed.conversation, to, rules=(rule,))
            untouched = fixed.conversation is conversation and fixed.notes == ()
            assert (rule.code, left, untouched or found != ()) == (rule.code, (), True)

    @given(read())
    def test_a_lossy_fix_waits_to_be_asked(self, conversation: Conversation) -> None:
        lossy = tuple(rule for rule in RULES if rule.fix_safety == "lossy")

        fixed = fix_conversation(conversation, profile("openai"), rules=lossy)

        assert (fixed.conversation is conversation, fixed.notes) == (True, ())

    @given(read(), st.sampled_from(TARGETS))
    def test_all_fixes_together_leave_what_has_none(
        self, conversation: Conversation, target: str
    ) -> None:
        after = fix_conversation(conversation, profile(target), lossy=True).conversation

        left = {finding.code for finding in check_conversation(after, profile(target))}

        assert left <= {rule.code for rule in RULES if not rule.has_fix}


class TestCheck:
    """What is found, in which order, by which rules."""

    @given(read(), st.sampled_from(TARGETS))
    def test_findings_are_in_the_order_of_messages_then_codes(
        self, conversation: Conversation, target: str
    ) -> None:
        findings = check_conversation(conversation, profile(target))
        last = len(conversation.messages)

        places = [(last if one.index is None else one.index, one.code) for one in findings]

        assert places == sorted(places)

    @given(read())
    def test_what_one_rule_finds_does_not_hang_on_the_others(
        self, conversation: Conversation
    ) -> None:
        to = profile("openai/strict")
        alone = {
            finding
            for rule in RULES
            for finding in check_conversation(conversation, to, rules=(rule,))
        }

        assert set(check_conversation(conversation, to)) == alone

    def test_select_and_ignore_name_rules_by_code_family_or_name(self) -> None:
        def codes(*args: object, **more: object) -> list[str]:
            return [rule.code for rule in rules_named(*args, **more)]  # type: ignore[arg-type]

        assert codes() == [rule.code for rule in RULES]
        assert codes(["t101", "R207"]) == ["T101", "R207"]
        assert codes(["I40"]) == [f"I40{number}" for number in range(1, 10)]
        assert codes(["i40"], ["tool-call-id-missing"]) == codes(["I40"])[1:]
        assert codes([]) == []
        assert codes(["M501", "M501", "image-role-not-allowed"]) == ["M501"]
        assert codes(None, ["T", "R", "C", "I", "S", "N", "B", "X"]) == codes(["M"])

    def test_how_codes_begin_is_a_name_and_the_longer_name_decides(self) -> None:
        def codes(*args: object) -> list[str]:
            return [rule.code for rule in rules_named(*args)]  # type: ignore[arg-type]

        assert codes(["T10"]) == [one for one in codes(["T"]) if one.startswith("T10")]
        assert codes(["T101"], ["T"]) == ["T101"]
        assert codes(["T"], ["T10"]) == [one for one in codes(["T"]) if one[:3] != "T10"]
        assert codes(["T"], ["T"]) == []
        assert codes(["ALL"]) == codes()

    @pytest.mark.parametrize("name", ["T999", "Z", "", "no-such-rule", "T10x"])
    def test_a_rule_that_is_not_there_is_an_error_that_lists_them(self, name: str) -> None:
        with pytest.raises(UnknownRule) as refused:
            rules_named([name])

        assert refused.value.name == name
        assert "T101 tool-result-without-call" in str(refused.value)

    def test_the_verb_takes_them_too(self) -> None:
        rows = [{"role": "tool", "tool_call_id": "c1", "content": "42"}]

        assert [one.code for one in ctxfn.check(rows)] == ["T101"]
        assert ctxfn.check(rows, ignore=["T"]) == ()
        assert ctxfn.check(rows, select=["R"]) == ()

    def test_a_finding_is_a_line_and_an_object(self) -> None:
        (finding,) = ctxfn.check([{"role": "tool", "tool_call_id": "c1", "content": "42"}])

        assert str(finding) == shown(finding)
        assert as_json(finding) == {
            "code": "T101",
            "name": "tool-result-without-call",
            "severity": "error",
            "index": 0,
            "path": ["tool_call_id"],
            "found": "a result for 'c1'",
            "expected": "a call with this id",
            "hint": finding.hint,
        }


class TestUnless:
    """A question that several rules share."""

    def test_it_is_asked_once_and_spares_them_all(self) -> None:
        asked: list[int] = []

        def is_short(messages: Messages) -> bool:
            asked.append(len(messages))
            return len(messages) < 2

        rule = rule_named("T101")
        assert rule is not None
        rules = [evolve(rule, unless=is_short), evolve(rule, code="T901", unless=is_short)]
        short, long = chat(tool_result("c1", "42")), chat(user("hi"), tool_result("c1", "42"))

        assert check_conversation(Conversation(short), profile("openai"), rules=rules) == ()
        assert [
            one.code
            for one in check_conversation(Conversation(long), profile("openai"), rules=rules)
        ] == ["T101", "T901"]
        assert asked == [1, 2]

    @given(read())
    def test_where_it_holds_a_rule_finds_nothing(self, said: Conversation) -> None:
        for rule in RULES:
            if rule.unless is not None and rule.unless(said.messages):
                for target in ("openai", "anthropic", "gemini/3", "openai/compatible"):
                    assert list(rule.find(said, profile(target))) == []


class TestRule:
    """A rule says what it does about what it finds."""

    @pytest.mark.parametrize(
        "wrong",
        [
            {"code": "T1"},
            {"code": "t101"},
            {"fix": None},
            {"fix_safety": None},
            {"no_fix": "there is one"},
        ],
        ids=repr,
    )
    def test_a_rule_that_is_none_is_refused(self, wrong: dict[str, object]) -> None:
        rule = rule_named("T101")
        assert rule is not None
        names = ("code", "name", "find", "severity", "hint", "fix", "fix_safety", "no_fix")
        fields = {name: getattr(rule, name) for name in names}

        with pytest.raises(PipelineError):
            Rule(**{**fields, **wrong})
