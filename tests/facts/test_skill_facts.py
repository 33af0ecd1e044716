"""Facts of what was resolved and looked up: all of it, and instructions once."""

from __future__ import annotations

from hypothesis import given

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

    def test_instructions_stand_once(self) -> None:
        facts = skill_facts(ResolvedSkills((BRAND, ZIP), mentioned=("zip", "brand")))

        assert facts.selected.items == (
            SelectedSkill("zip", "Zip", "Run it."),
            SelectedSkill("brand", "Brand"),
        )

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

    @given(snapshots(), activations())
    def test_nothing_is_lost(self, snapshot: SkillSnapshot, wishes: tuple[Activation, ...]) -> None:
        resolved = resolve_skills(snapshot, SkillDelta(wishes))
        facts = skill_facts(resolved)
        loaded = [one.identifier for one in facts.skills.skills if one.is_loaded]

        assert [one.identifier for one in facts.skills.skills] == [
            one.identifier for one in resolved.skills
        ]
        assert [one.identifier for one in facts.activations.skills] == loaded
        assert [one.identifier for one in facts.selected.items] == list(resolved.mentioned)


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
