"""The instructions of active skills, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import SkillSet
from ctxfn.messages import neutralise
from ctxfn.slots import SYSTEM, Injector

__all__ = ["render_skills", "skills"]


def render_skills(given: SkillSet) -> str:
    """Write what the active skills say, one after the other; none is active, no text.

    A skill is instructions that the application chose to give: they stand as they are. The
    skills that could be made active are listed by `skill_list`, elsewhere, so that installing
    one does not change the system message.

    Contract:
        In the order of the fact, a blank line between two. Nothing is escaped or trimmed; only
        what could pass for the envelope around injected text loses that meaning.

    Complexity: O(characters).

    Source: LobeHub context-engine, skill context: contents, unwrapped. There an active skill
    without content is told nowhere; here it is listed.

    Examples:
        >>> from ctxfn.facts import Skill
        >>> brand = Skill("brand", "Brand", active=True, content="# Brand\\nUse <b> sparingly.")
        >>> print(render_skills(SkillSet((brand, Skill("pdf", "PDF")))))
        # Brand
        Use <b> sparingly.
        >>> render_skills(SkillSet())
        ''
    """
    return "\n\n".join(neutralise(one.content or "") for one in given.skills if one.is_loaded)


skills: Final = Injector("skills", SYSTEM, SkillSet, render_skills)
