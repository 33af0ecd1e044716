"""collect_skills: everything that came in is on offer or left out, with the reason."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.functional import concat
from ctxfn.skills import OfferedSkill, SkillRules, SkillSnapshot, collect_skills, judge_skill
from tests.skills.given import offered

PDF, WEB = OfferedSkill("pdf", "PDF", source="builtin"), OfferedSkill("web", "Web", source="agent")
MINE = OfferedSkill("pdf", "Mine", source="user")

SOURCES = st.lists(st.lists(offered(), max_size=3), max_size=3)
SOME = st.lists(st.sampled_from(["a", "b", "c"]), max_size=2).map(tuple)
RULES = st.builds(
    SkillRules,
    st.booleans(),
    st.sampled_from([None, lambda skill: None, lambda skill: skill.bundled]),
    st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=3).map(tuple),
    st.booleans(),
)


def why(snapshot: SkillSnapshot) -> list[tuple[str, str]]:
    return [(one.skill.name, one.because) for one in snapshot.left_out]


class TestExamples:
    """What is on offer, and what is not."""

    def test_all_sources_in_order(self) -> None:
        assert collect_skills([PDF], [WEB]) == SkillSnapshot((PDF, WEB))

    def test_the_later_counts_where_the_earlier_stood(self) -> None:
        snapshot = collect_skills([PDF, WEB], [MINE])

        assert (snapshot.skills, why(snapshot)) == ((MINE, WEB), [("PDF", "replaced")])

    def test_what_was_replaced_does_not_come_back(self) -> None:
        only_builtin = SkillRules(platform=lambda skill: skill.source == "builtin")
        snapshot = collect_skills([PDF], [MINE], rules=only_builtin)

        assert (snapshot.skills, why(snapshot)) == (
            (),
            [("PDF", "replaced"), ("Mine", "platform")],
        )

    def test_disabled_is_for_good(self) -> None:
        snapshot = collect_skills([PDF, WEB], disabled=("pdf",), pinned=("pdf",), explicit=("pdf",))

        assert (snapshot.skills, why(snapshot)) == ((WEB,), [("PDF", "disabled")])

    def test_by_hand_only_what_is_chosen(self) -> None:
        snapshot = collect_skills([PDF, WEB], pinned=("web", "a-tool"), choice="manual")

        assert (snapshot.skills, why(snapshot)) == ((WEB,), [("PDF", "not-chosen")])

    def test_by_hand_what_is_asked_for_by_name_too(self) -> None:
        assert collect_skills([PDF], explicit=("pdf",), choice="manual").skills == (PDF,)

    def test_each_rule_has_its_reason(self) -> None:
        rules = SkillRules(by_identifier=(("pdf", False), ("x", True)), otherwise=False)

        assert why(collect_skills([PDF, WEB, OfferedSkill("x", "X")], rules=rules)) == [
            ("PDF", "rule"),
            ("Web", "default"),
        ]


class TestCascade:
    """The first question that has an answer decides."""

    @pytest.mark.parametrize(
        ("explicit", "allowed", "platform", "rule", "otherwise"),
        list(product([0, 1], [0, 1], [None, 0, 1], [None, 0, 1], [0, 1])),
    )
    def test_every_combination(
        self,
        explicit: bool,
        allowed: bool,
        platform: bool | None,
        rule: bool | None,
        otherwise: bool,
    ) -> None:
        rules = SkillRules(
            bool(allowed),
            lambda skill: None if platform is None else bool(platform),
            () if rule is None else (("pdf", bool(rule)),),
            bool(otherwise),
        )
        answers = {
            "explicit": True if explicit and allowed else None,
            "platform": platform,
            "rule": rule,
            "default": otherwise,
        }
        because, on = next(one for one in answers.items() if one[1] is not None)

        assert judge_skill(PDF, rules, explicit=bool(explicit)) == (bool(on), because)

    def test_of_two_rules_for_one_the_last_counts(self) -> None:
        rules = SkillRules(by_identifier=(("pdf", False), ("pdf", True)))

        assert judge_skill(PDF, rules).on


class TestProperties:
    """What is true of all sources."""

    @given(SOURCES, SOME, SOME, SOME, st.sampled_from(["auto", "manual"]), RULES)
    def test_each_skill_is_on_offer_or_left_out_once(
        self,
        sources: list[list[OfferedSkill]],
        pinned: tuple[str, ...],
        disabled: tuple[str, ...],
        explicit: tuple[str, ...],
        choice: Literal["auto", "manual"],
        rules: SkillRules,
    ) -> None:
        snapshot = collect_skills(
            *sources,
            pinned=pinned,
            disabled=disabled,
            explicit=explicit,
            choice=choice,
            rules=rules,
        )
        out = [*snapshot.skills, *(one.skill for one in snapshot.left_out)]

        assert sorted(map(id, out)) == sorted(map(id, concat(sources)))

    @given(SOURCES, SOME)
    def test_what_is_on_offer_has_one_of_each_identifier_in_first_order(
        self, sources: list[list[OfferedSkill]], disabled: tuple[str, ...]
    ) -> None:
        snapshot = collect_skills(*sources, disabled=disabled)
        named = dict.fromkeys(skill.identifier for skill in concat(sources))

        assert [skill.identifier for skill in snapshot.skills] == [
            one for one in named if one not in disabled
        ]

    @given(SOURCES, SOME, RULES)
    def test_collecting_what_was_collected_changes_nothing(
        self, sources: list[list[OfferedSkill]], pinned: tuple[str, ...], rules: SkillRules
    ) -> None:
        once = collect_skills(*sources, pinned=pinned, rules=rules)
        twice = collect_skills(once.skills, pinned=pinned, rules=rules)

        assert (twice.skills, twice.left_out) == (once.skills, ())
