"""Make the facts about skills of what a step resolved."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ctxfn.errors import check_argument
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
    mentioned: Literal["system", "message"] = "system",
) -> SkillFacts:
    """Make the facts that injectors and steps read of *resolved* skills.

    *activator* and *reader* are tools that the model may call by name; *tools* are those that
    are active, since one fact tells of both. *mentioned* says where the instructions of a skill
    stand that is active only because the last message mentions it: in the ``system`` message,
    or with that ``message``, which leaves the beginning of the request as it was.

    Contract:
        Every skill is in the set, in its order, and a mentioned one is selected. Instructions
        stand once, in the system message or with the mention. Activated are those that stand
        in the system message.

    Complexity: O(skills).

    Source: ours; the shapes are those that LobeHub context-engine takes.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedSkills`, a tool of *tools* no `ActivatedTool`.

    Examples:
        >>> pdf = OfferedSkill("pdf", "PDF", content="Use qpdf.", active=True)
        >>> facts = skill_facts(ResolvedSkills((pdf,), mentioned=("pdf",)))
        >>> facts.selected.items, facts.activations.skills
        ((SelectedSkill(identifier='pdf', name='PDF', content=None),), \
(ActivatedSkill(identifier='pdf', name='PDF', content='Use qpdf.'),))
    """
    check_argument("skill_facts", resolved, ResolvedSkills, "what resolve_skills(...) returned")
    aside = frozenset(
        one.identifier
        for one in resolved.activated
        if mentioned == "message" and one.by == ("mention",)
    ).intersection(resolved.mentioned)
    skills = [_skill(one, inactive=one.identifier in aside) for one in resolved.skills]
    names = {one.identifier: one for one in reversed(skills)}
    selected = (
        SelectedSkill(one, names[one].name, names[one].content if one in aside else None)
        for one in resolved.mentioned
        if one in names
    )
    loaded = (skill for skill in skills if skill.is_loaded)
    active = (ActivatedSkill(one.identifier, one.name, one.content or "") for one in loaded)
    return SkillFacts(
        SkillSet(tuple(skills), activator, reader),
        SelectedSkills(tuple(selected)),
        Activations(tools, tuple(active)),
    )


def _skill(one: OfferedSkill, *, inactive: bool) -> Skill:
    return Skill(
        one.identifier,
        one.name,
        one.description,
        one.source,
        one.location,
        one.active and not inactive,
        one.content,
        one.files,
    )
