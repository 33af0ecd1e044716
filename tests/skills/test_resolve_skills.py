"""resolve_skills: each wish is behind an active skill, or told why it is not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.skills import (
    Activated,
    Activation,
    InvalidSkill,
    OfferedSkill,
    ResolvedSkills,
    SkillDelta,
    SkillSnapshot,
    UnmetActivation,
    resolve_skills,
)
from tests.skills.given import activations, snapshots

Wishes = tuple[Activation, ...]

BRAND = OfferedSkill("brand", "Brand", source="builtin", content="Be brief.")
PDF = OfferedSkill("pdf", "PDF tools", source="user")
BUNDLE = OfferedSkill("zip", "Zip", content="Run it.", bundled=True)


def active(resolved: ResolvedSkills) -> dict[str, str | None]:
    return {one.identifier: one.content for one in resolved.skills if one.active}


def unmet(resolved: ResolvedSkills) -> list[tuple[str, str]]:
    return [(one.activation.skill, one.because) for one in resolved.unmet]


def resolved(*wishes: Activation, pinned: tuple[str, ...] = ()) -> ResolvedSkills:
    return resolve_skills(SkillSnapshot((BRAND, PDF, BUNDLE), pinned), SkillDelta(wishes))


class TestExamples:
    """One wish at a time."""

    def test_nothing_wished_nothing_active(self) -> None:
        assert resolved() == ResolvedSkills((BRAND, PDF, BUNDLE))

    def test_a_pin_activates_what_is_at_hand(self) -> None:
        assert resolved(pinned=("brand",)).activated == (Activated("brand", ("pin",)),)

    def test_a_pinned_tool_is_no_skill_and_said_so(self) -> None:
        assert unmet(resolved(pinned=("a-tool",))) == [("a-tool", "unknown")]

    def test_without_instructions_it_stays_listed(self) -> None:
        step = resolved(Activation("pdf"))

        assert (step.skills[1] is PDF, unmet(step)) == (True, [("pdf", "no-content")])

    def test_the_instructions_of_the_activation_are_its_own(self) -> None:
        assert active(resolved(Activation("brand", "Be loud."))) == {"brand": "Be loud."}

    def test_a_name_will_do_in_any_case(self) -> None:
        assert active(resolved(Activation("pdf TOOLS", "x"))) == {"pdf": "x"}

    def test_the_exact_name_comes_before_another_case(self) -> None:
        two = (OfferedSkill("1", "pdf", content="x"), OfferedSkill("2", "PDF", content="y"))

        step = resolve_skills(SkillSnapshot(two), SkillDelta((Activation("PDF"),)))

        assert active(step) == {"2": "y"}

    def test_an_identifier_comes_before_a_name(self) -> None:
        two = (OfferedSkill("1", "2", content="x"), OfferedSkill("2", "1", content="y"))

        assert active(resolve_skills(SkillSnapshot(two, ("2",)))) == {"2": "y"}

    def test_a_bundle_needs_its_tool(self) -> None:
        assert unmet(resolved(pinned=("zip",))) == [("zip", "bundled")]
        assert active(resolved(Activation("zip", "Unpacked."))) == {"zip": "Unpacked."}

    def test_a_later_wish_without_content_takes_nothing_back(self) -> None:
        snapshot = SkillSnapshot((PDF,))
        before = (Activation("pdf", "Use qpdf.", step=2),)
        step = resolve_skills(snapshot, SkillDelta((Activation("pdf", by="mention"),)), before)

        assert active(step) == {"pdf": "Use qpdf."}
        assert step.activated == (Activated("pdf", ("model", "mention"), 2),)

    def test_of_two_that_bring_content_the_later_counts(self) -> None:
        step = resolved(Activation("pdf", "old"), Activation("pdf", "new"), Activation("pdf", " "))

        assert active(step) == {"pdf": "new"}

    def test_mentioned_are_those_of_this_step(self) -> None:
        snapshot = SkillSnapshot((BRAND, PDF))
        delta = SkillDelta(
            tuple(Activation(one, by="mention") for one in ("PDF tools", "x", "pdf"))
        )
        step = resolve_skills(snapshot, delta, (Activation("brand", by="mention"),))

        assert step.mentioned == ("pdf",)

    def test_sources_are_kept(self) -> None:
        step = resolved(Activation("brand", "x"), Activation("pdf", "y"))

        assert [one.source for one in step.skills] == ["builtin", "user", None]


class TestEvery:
    """All small snapshots, against the rule written out."""

    @pytest.mark.parametrize(
        ("own", "brought", "pinned", "bundled", "marked"),
        list(product([None, " ", "own"], [None, "", "new"], [0, 1], [0, 1], [0, 1])),
    )
    def test_one_skill(
        self, own: str | None, brought: str | None, pinned: int, bundled: int, marked: int
    ) -> None:
        skill = OfferedSkill("s", "S", content=own, active=bool(marked), bundled=bool(bundled))
        for wished in (False, True):
            delta = SkillDelta((Activation("s", brought),) if wished else ())
            step = resolve_skills(SkillSnapshot((skill,), ("s",) if pinned else ()), delta)
            (after,) = step.skills
            content = "new" if wished and brought == "new" else own
            at_hand = content == "new" or (own == "own" and (marked or not bundled))
            if (wished or pinned) and at_hand:
                assert after == evolve(skill, active=True, content=content)
                assert step.unmet == ()
            else:
                assert after is skill
                assert len(step.unmet) == pinned + wished


class TestProperties:
    """What is true of any snapshot and any wishes."""

    @given(snapshots(), activations(), activations())
    def test_nothing_is_lost(self, snapshot: SkillSnapshot, before: Wishes, now: Wishes) -> None:
        step = resolve_skills(snapshot, SkillDelta(now), before)
        pins = [Activation(one, None, "pin") for one in dict.fromkeys(snapshot.pinned)]
        missing = [one.activation for one in step.unmet]
        met = [one for one in (*pins, *before, *now) if one not in missing]
        by = {one.identifier: one.by for one in step.activated}
        called = {
            known: skill.identifier
            for skill in reversed(step.skills)
            for known in (skill.name.casefold(), skill.name, skill.identifier)
        }

        assert all(one in (*pins, *before, *now) for one in missing)
        assert all(one.by in by[self._meant(one, step, called)] for one in met)

    def _meant(self, one: Activation, step: ResolvedSkills, called: dict[str, str]) -> str:
        if any(skill.identifier == one.skill for skill in step.skills):
            return one.skill
        names = [skill.identifier for skill in step.skills if skill.name == one.skill]
        return names[0] if names else called[one.skill.casefold()]

    @given(snapshots(), activations(), activations())
    def test_resolving_again_changes_nothing(
        self, snapshot: SkillSnapshot, before: Wishes, now: Wishes
    ) -> None:
        once = resolve_skills(snapshot, SkillDelta(now), before)
        twice = resolve_skills(evolve(snapshot, skills=once.skills), SkillDelta(now), before)

        assert twice == once
        assert all(one is two for one, two in zip(once.skills, twice.skills, strict=True))

    @given(snapshots(), activations())
    def test_order_and_identity_stay(self, snapshot: SkillSnapshot, now: Wishes) -> None:
        step = resolve_skills(snapshot, SkillDelta(now))

        for before, after in zip(snapshot.skills, step.skills, strict=True):
            assert after == evolve(before, active=after.active, content=after.content)
            assert (after is before) == (after == before)

    @given(snapshots(), activations())
    def test_only_what_is_activated_gets_other_content(
        self, snapshot: SkillSnapshot, now: Wishes
    ) -> None:
        step = resolve_skills(snapshot, SkillDelta(now))
        activated = {one.identifier for one in step.activated}

        for before, after in zip(snapshot.skills, step.skills, strict=True):
            if before.content != after.content:
                assert after.active
                assert after.identifier in activated
                assert any(one.content == after.content for one in now)

    @given(snapshots(), activations(), activations())
    def test_what_is_active_has_instructions(
        self, snapshot: SkillSnapshot, before: Wishes, now: Wishes
    ) -> None:
        step = resolve_skills(snapshot, SkillDelta(now), before)
        made = [a for b, a in zip(snapshot.skills, step.skills, strict=True) if a is not b]

        assert all(skill.active and skill.has_content for skill in made)

    @given(snapshots(), activations())
    def test_now_or_before_is_the_same_but_for_mentions(
        self, snapshot: SkillSnapshot, wishes: Wishes
    ) -> None:
        now = resolve_skills(snapshot, SkillDelta(wishes))
        before = resolve_skills(snapshot, accumulated=wishes)

        assert evolve(now, mentioned=()) == before


class TestHostile:
    """Large texts and other scripts."""

    def test_a_million_characters(self) -> None:
        large = "字" * 1_000_000
        offered = (OfferedSkill("技能", "СКИЛЛ", content=large), OfferedSkill("b", large))
        step = resolve_skills(SkillSnapshot(offered), SkillDelta((Activation("скилл"),)))

        assert active(step) == {"技能": large}

    def test_one_identifier_for_two_is_refused(self) -> None:
        with pytest.raises(InvalidSkill, match="skill 'brand': field identifier: found it twice"):
            SkillSnapshot((BRAND, PDF, BRAND))

    @pytest.mark.parametrize(
        ("made", "field"),
        [
            (lambda: OfferedSkill(3, "a"), "identifier"),  # type: ignore[arg-type]
            (lambda: OfferedSkill("a", None), "name"),  # type: ignore[arg-type]
            (lambda: OfferedSkill("a", "a", content=b"x"), "content"),  # type: ignore[arg-type]
            (lambda: OfferedSkill("a", "a", files="abc"), "files"),  # type: ignore[arg-type]
            (lambda: OfferedSkill("a", "a", files=(1,)), "files"),  # type: ignore[arg-type]
            (lambda: Activation(None), "skill"),  # type: ignore[arg-type]
            (lambda: Activation("a", 7), "content"),  # type: ignore[arg-type]
        ],
    )
    def test_a_value_of_another_type_is_refused_where_it_is_made(
        self, made: Callable[[], object], field: str
    ) -> None:
        with pytest.raises(InvalidSkill) as caught:
            made()

        assert caught.value.field == field


def test_unmet_carries_the_wish_itself() -> None:
    wish = Activation("nobody", "x", "application", 4)

    assert resolved(wish).unmet == (UnmetActivation(wish, "unknown"),)
