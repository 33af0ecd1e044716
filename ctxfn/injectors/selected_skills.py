"""Skills that the person chose, with the message in which they were chosen."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.facts import SelectedSkills
from ctxfn.injectors.write_selected import not_yet_told, write_selected
from ctxfn.messages import Messages
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
        >>> from ctxfn.facts import SelectedSkill
        >>> chosen = SelectedSkills((SelectedSkill("maps", "Maps & more"),))
        >>> print(render_selected_skills(chosen).splitlines()[2])
        <skill identifier="maps" name="Maps &amp; more" />
        >>> render_selected_skills(SelectedSkills())
        ''
    """
    return write_selected(selected.items, "skill", _CHOSEN)


def _narrow(selected: SelectedSkills, messages: Messages) -> SelectedSkills:
    items = not_yet_told(selected.items, messages, "skill")
    return selected if items is selected.items else evolve(selected, items=items)


selected_skills: Final = Injector(
    "selected_skills",
    LAST_USER,
    SelectedSkills,
    render_selected_skills,
    _narrow,
    tag="selected_skill_context",
)
