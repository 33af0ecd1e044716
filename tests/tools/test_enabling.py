"""EnableRules: explicit activation, platform, rules, otherwise off."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tools import (
    ALWAYS_ON,
    CHAT_TOOLS,
    DEFAULT_TOOLS,
    EnableRules,
    Enabling,
    InvalidTool,
    Manifest,
    ToolQuestion,
    agent_rules,
    chat_rules,
    default_tools,
    own_rules,
)

MAYBE = st.none() | st.booleans()


def yes(asked: ToolQuestion) -> bool | None:
    return True


def no(asked: ToolQuestion) -> bool | None:
    return False


def silent(asked: ToolQuestion) -> bool | None:
    return None


class TestExamples:
    """What a reader can check by eye."""

    @pytest.mark.parametrize(
        ("platform", "explicit", "expected"),
        [
            (None, False, Enabling(True, "rule")),
            (silent, False, Enabling(True, "rule")),
            (no, False, Enabling(False, "platform")),
            (no, True, Enabling(True, "explicit")),
        ],
    )
    def test_who_decides(self, platform: object, explicit: bool, expected: Enabling) -> None:
        rules = EnableRules.of({"web": True}, platform=platform, explicit=True)  # type: ignore[arg-type]

        assert rules(ToolQuestion(Manifest("web"), explicit=explicit)) == expected

    def test_what_no_rule_names_is_off(self) -> None:
        assert EnableRules()(ToolQuestion(Manifest("toString"))) == Enabling(False, "otherwise")

    def test_asking_by_name_means_nothing_where_it_may_not(self) -> None:
        asked = ToolQuestion(Manifest("web"), explicit=True)

        assert EnableRules.of({"web": False})(asked) == Enabling(False, "rule")

    def test_a_rule_says_on_or_off(self) -> None:
        with pytest.raises(
            InvalidTool, match=r"rules\['web'\]: found 'on', expected True or False"
        ):
            EnableRules.of({"web": "on"})  # type: ignore[dict-item]

    def test_the_platform_sees_all_that_is_asked(self) -> None:
        def only(asked: ToolQuestion) -> bool | None:
            return (asked.model, asked.provider) == ("m", "p")

        assert EnableRules(platform=only)(ToolQuestion(Manifest("a"), "m", "p")).on is True

    def test_rules_travel(self) -> None:
        rules = EnableRules.of({"web": True}, platform=silent)

        assert pickle.loads(pickle.dumps(rules)) == rules


class TestRuleSets:
    """The three ways to run an agent."""

    def test_a_chat_has_its_four_packages_and_no_others(self) -> None:
        rules = chat_rules(dict.fromkeys([*CHAT_TOOLS, *ALWAYS_ON, "mail"], True))
        asked = [*CHAT_TOOLS, *ALWAYS_ON, "mail"]
        on = [one for one in asked if rules(ToolQuestion(Manifest(one), explicit=True))]

        assert on == list(CHAT_TOOLS)

    def test_an_agent_with_its_own_plugins_has_just_these(self) -> None:
        rules = own_rules(["mail"])
        on = [
            one for one in ["mail", *ALWAYS_ON] if rules(ToolQuestion(Manifest(one), explicit=True))
        ]

        assert on == ["mail"]

    def test_conditions_come_last(self) -> None:
        rules = agent_rules(["mail"], conditions={"lobe-agent": False, "lobe-browser": True})
        asked = ["mail", "lobe-agent", "lobe-skills", "lobe-browser", "other"]

        assert [one for one in asked if rules(ToolQuestion(Manifest(one)))] == [
            "mail",
            "lobe-skills",
            "lobe-browser",
        ]

    def test_skills_chosen_by_hand_are_not_looked_for(self) -> None:
        without = [one for one in DEFAULT_TOOLS if one not in default_tools(manual_skills=True)]

        assert default_tools() == DEFAULT_TOOLS
        assert without == ["lobe-activator", "lobe-skill-store"]


class TestProperties:
    """What is true of every cascade."""

    @given(st.booleans(), st.booleans(), MAYBE, MAYBE)
    def test_the_first_that_has_something_to_say_decides(
        self, allowed: bool, explicit: bool, able: bool | None, rule: bool | None
    ) -> None:
        rules = EnableRules.of(
            {} if rule is None else {"web": rule}, platform=lambda _: able, explicit=allowed
        )
        said = [True if allowed and explicit else None, able, rule, False]
        steps = ("explicit", "platform", "rule", "otherwise")
        expected = next((on, by) for on, by in zip(said, steps, strict=True) if on is not None)
        answer = rules(ToolQuestion(Manifest("web"), explicit=explicit))

        assert (answer.on, answer.by) == expected
        assert bool(answer) is expected[0]
