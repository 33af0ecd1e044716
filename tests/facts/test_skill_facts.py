"""Facts of what was resolved and looked up: all of it, and instructions once."""

from __future__ import annotations

from typing import Literal

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import (
    ActivatedTool,
    SelectedSkill,
    Skill,
    SkillSet,
    TopicMessage,
    TopicReference,
    TopicReferences,
    skill_facts,
    topic_facts,
)
from ctxfn.injectors import selected_skills, skill_list, skills
from ctxfn.messages import chat, text_of, user
from ctxfn.processors import render_blocks
from ctxfn.skills import (
    Activation,
    OfferedSkill,
    ResolvedSkills,
    SkillDelta,
    SkillSnapshot,
    resolve_skills,
)
from ctxfn.topics import Said, TopicDigest
from tests.skills.given import activations, snapshots

BRAND = OfferedSkill("brand", "Brand", "Tone", "agent", "a/b", "Be brief.", True, files=("f",))
ZIP = OfferedSkill("zip", "Zip", content="Run it.", bundled=True)


class TestSkillFacts:
    """Three facts of one set."""

    def test_all_that_is_told(self) -> None:
        tool = ActivatedTool("maps")
        facts = skill_facts(ResolvedSkills((BRAND,)), activator="run", reader="read", tools=(tool,))

        assert facts.skills == SkillSet(
            (Skill("brand", "Brand", "Tone", "agent", "a/b", True, "Be brief.", ("f",)),),
            "run",
            "read",
        )
        assert facts.activations.tools == (tool,)

    def test_with_the_message_that_mentions_it_if_asked_for(self) -> None:
        wishes = (Activation("brand", by="mention"), Activation("zip", by="mention"))
        offered = (evolve(BRAND, active=False), ZIP)
        resolved = resolve_skills(SkillSnapshot(offered), SkillDelta(wishes))
        facts = skill_facts(resolved, mentioned="message")

        assert facts.selected.items == (
            SelectedSkill("brand", "Brand", "Be brief."),
            SelectedSkill("zip", "Zip"),
        )
        assert ([one.active for one in facts.skills.skills], facts.activations.skills) == (
            [False, False],
            (),
        )

    def test_what_others_want_too_stays_where_it_was(self) -> None:
        wishes = (Activation("brand", by="mention"),)
        resolved = resolve_skills(SkillSnapshot((BRAND,), ("brand",)), SkillDelta(wishes))

        assert skill_facts(resolved, mentioned="message") == skill_facts(resolved)

    def test_injectors_read_them(self) -> None:
        resolved = resolve_skills(
            SkillSnapshot((BRAND, OfferedSkill("pdf", "PDF"))),
            SkillDelta((Activation("pdf", "Use qpdf.", "mention"),)),
        )
        context = Context.of(chat(user("merge")), *skill_facts(resolved))
        for step in (skills, skill_list, selected_skills, render_blocks):
            context = step(context)
        text = "\n".join(map(text_of, context.messages))

        assert text.count("Use qpdf.") == 1
        assert '<skill identifier="pdf" name="PDF" />' in text

    @given(snapshots(), activations(), st.sampled_from(["system", "message"]))
    def test_nothing_is_lost_and_instructions_stand_once(
        self,
        snapshot: SkillSnapshot,
        wishes: tuple[Activation, ...],
        where: Literal["system", "message"],
    ) -> None:
        resolved = resolve_skills(snapshot, SkillDelta(wishes))
        facts = skill_facts(resolved, mentioned=where)
        loaded = [one.identifier for one in facts.skills.skills if one.is_loaded]
        beside = [one.identifier for one in facts.selected.items if one.content]
        told = [one.identifier for one in resolved.skills if one.active and one.has_content]

        assert [one.identifier for one in facts.skills.skills] == [
            one.identifier for one in resolved.skills
        ]
        assert [one.identifier for one in facts.activations.skills] == loaded
        assert [one.identifier for one in facts.selected.items] == list(resolved.mentioned)
        assert set(loaded) | set(beside) == set(told)
        assert set(loaded).isdisjoint(beside)


def test_topics() -> None:
    digests = (
        TopicDigest("a", "A", "s"),
        TopicDigest("b", None, None, (Said("user", "hi"),)),
        TopicDigest("c", "C"),
    )

    assert topic_facts(digests, can_fetch=False) == TopicReferences(
        (
            TopicReference("a", "A", "s"),
            TopicReference("b", None, None, (TopicMessage("user", "hi"),)),
            TopicReference("c", "C"),
        ),
        False,
    )
