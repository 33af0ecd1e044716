"""Make the facts about skills of what a step resolved."""

from __future__ import annotations

from typing import NamedTuple

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.selected_skills import SelectedSkill, SelectedSkills
from ctxfn.facts.skill_set import Skill, SkillSet
from ctxfn.messages import ToolName
from ctxfn.skills import OfferedSkill, ResolvedSkills

__all__ = ["SkillFacts", "skill_facts"]


class SkillFacts(NamedTuple):
    """All skills, those the person's last message names, and whose content is injected."""

    skills: SkillSet
    selected: SelectedSkills
    activations: Activations


def skill_facts(
    resolved: ResolvedSkills,
    *,
    activator: ToolName | str | None = None,
    reader: ToolName | str | None = None,
    tools: tuple[ActivatedTool, ...] = (),
) -> SkillFacts:
    """Make the facts that injectors and steps read of *resolved* skills.

    *activator* and *reader* are tools that the model may call by name; *tools* are those that
    are active, since one fact tells of both.

    Contract:
        Every skill is in the set, in its order. A mentioned one is selected; its instructions
        stand with it unless they stand in the system message, so that they stand once.
        Activated are those whose instructions stand there.

    Complexity: O(skills).

    Source: ours; the shapes are those that LobeHub context-engine takes.

    Examples:
        >>> pdf = OfferedSkill("pdf", "PDF", content="Use qpdf.", active=True)
        >>> facts = skill_facts(ResolvedSkills((pdf,), mentioned=("pdf",)))
        >>> facts.selected.items, facts.activations.skills
        ((SelectedSkill(identifier='pdf', name='PDF', content=None),), \
(ActivatedSkill(identifier='pdf', name='PDF', content='Use qpdf.'),))
    """
    skills = tuple(map(_skill, resolved.skills))
    chosen = frozenset(resolved.mentioned)
    known = {skill.identifier: skill for skill in skills if skill.identifier in chosen}
    selected = (_selected(known[one]) for one in resolved.mentioned if one in known)
    loaded = (skill for skill in skills if skill.is_loaded)
    active = (ActivatedSkill(one.identifier, one.name, one.content or "") for one in loaded)
    return SkillFacts(
        SkillSet(skills, activator, reader),
        SelectedSkills(tuple(selected)),
        Activations(tools, tuple(active)),
    )


def _skill(one: OfferedSkill) -> Skill:
    return Skill(
        one.identifier,
        one.name,
        one.description,
        one.source,
        one.location,
        one.active,
        one.content,
        one.files,
    )


def _selected(skill: Skill) -> SelectedSkill:
    content = None if skill.is_loaded else skill.content
    return SelectedSkill(skill.identifier, skill.name, content)
