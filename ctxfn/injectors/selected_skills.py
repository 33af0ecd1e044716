"""Skills that the person chose, with the message in which they were chosen."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.facts import SelectedSkill, SelectedSkills
from ctxfn.injectors.mentioned_before import mentioned_before
from ctxfn.messages import Messages, enclose, escape, is_blank, tag
from ctxfn.slots import LAST_USER, Injector

__all__ = ["render_selected_skills", "selected_skills"]

_CHOSEN: Final = (
    "The person chose these skills for this request. Where their instructions are given in full, "
    "follow them without activating the skill again."
)


def render_selected_skills(selected: SelectedSkills) -> str:
    """Write what the choice means, then an element a skill; none chosen, no text.

    Contract:
        In their order; with what was fetched of a skill in its element, escaped as all values are.

    Complexity: O(characters).

    Source: LobeHub context-engine, selected skill injector: tags and attributes; it escapes the
    attributes alone.

    Examples:
        >>> chosen = SelectedSkills((SelectedSkill("maps", "Maps & more"),))
        >>> print(render_selected_skills(chosen).splitlines()[2])
        <skill identifier="maps" name="Maps &amp; more" />
        >>> render_selected_skills(SelectedSkills())
        ''
    """
    if not selected.items:
        return ""
    return "\n".join((_CHOSEN, enclose("selected_skills", *map(_element, selected.items))))


def _element(one: SelectedSkill) -> str:
    if one.content is None or is_blank(one.content):
        return tag("skill", identifier=one.identifier, name=one.name)
    return enclose("skill", escape(one.content), identifier=one.identifier, name=one.name)


def _narrow(selected: SelectedSkills, messages: Messages) -> SelectedSkills:
    """Leave out what was mentioned before, and so told before, and what is chosen twice."""
    seen = set(mentioned_before(messages, "skill"))
    new: list[SelectedSkill] = []
    for one in selected.items:
        if one.identifier not in seen:
            new.append(one)
        seen.add(one.identifier)
    same = len(new) == len(selected.items)
    return selected if same else evolve(selected, items=tuple(new))


selected_skills: Final = Injector(
    "selected_skills",
    LAST_USER,
    SelectedSkills,
    render_selected_skills,
    _narrow,
    tag="selected_skill_context",
)
