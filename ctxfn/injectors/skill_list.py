"""The skills that could be made active, before the first thing a person said."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Skill, SkillSet
from ctxfn.injectors.say_tool import say_tool
from ctxfn.messages import ToolName, enclose, escape_line, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["render_skill_list", "skill_list"]

#: What such a source brings is a file that the model reads first.
_READ_FIRST: Final = ("project", "device")


def render_skill_list(given: SkillSet) -> str:
    """List the skills whose instructions are not given, and how to get them; none, no text.

    Each person's list is another, and changes as skills come and go: so it stands in the
    preamble. ``skill_list.at(SYSTEM)`` behind `skills` puts both in the system message.

    Contract:
        One line a skill, in the order of the fact: name, source and location as attributes, the
        description as text, all escaped; what is not known is left out. Behind the list how one
        is made active, and how one of a project or device is read, if such a one is listed.

    Complexity: O(characters).

    Source: LobeHub context-engine, skill context and skill discovery: tags and attributes; it
    escapes nothing, we do.

    Examples:
        >>> pdf = Skill("pdf", 'PDF "tools"', "Split & merge", source="builtin")
        >>> print(render_skill_list(SkillSet((pdf,), activator="run_skill")))
        <available_skills>
          <skill name="PDF &quot;tools&quot;" source="builtin">Split &amp; merge</skill>
        </available_skills>
        <BLANKLINE>
        None of these skills is active. Before you work on what one describes, call the tool \
run_skill with its name.
    """
    listed = [one for one in given.skills if not one.is_loaded]
    if not listed:
        return ""
    activator = _tool(given.activator, "the tool that runs skills")
    hints = [
        "None of these skills is active. Before you work on what one describes, call "
        f"{activator} with its name."
    ]
    if any(one.source in _READ_FIRST for one in listed):
        reader = _tool(given.reader, "the tool that reads files")
        hints.append(
            "A skill whose source is project or device is a file: read it at its location "
            f"with {reader} first."
        )
    lines = [f"  {_line(one)}" for one in listed]
    return "\n\n".join((enclose("available_skills", *lines), "\n".join(hints)))


def _line(skill: Skill) -> str:
    return tag(
        "skill",
        skill.description,
        name=skill.name,
        source=skill.source,
        location=skill.location or None,
    )


def _tool(tool: ToolName | str | None, otherwise: str) -> str:
    return escape_line(say_tool(tool, otherwise))


skill_list: Final = Injector("skill_list", PREAMBLE, SkillSet, render_skill_list)
