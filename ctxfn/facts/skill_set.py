"""Skills: texts that tell a model how to do something, and which of them are active."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName
from ctxfn.skills import SkillSource

__all__ = ["Skill", "SkillSet", "SkillSource"]


@frozen
class Skill:
    """A skill as it is listed, and its instructions once it is active.

    `location` is where its file stands; `files` are what comes with it. An active skill whose
    content is not there counts as listed only: otherwise nobody would hear of it.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    identifier: str
    name: str
    description: str = ""
    source: SkillSource | None = None
    location: str | None = None
    active: bool = False
    content: str | None = None
    files: tuple[str, ...] = ()

    __attrs_post_init__ = check_fields

    @property
    def is_loaded(self) -> bool:
        """Whether its instructions are given with the request.

        Examples:
            >>> Skill("pdf", "PDF", active=True, content="Use qpdf.").is_loaded
            True
            >>> Skill("pdf", "PDF", active=True, content=" ").is_loaded
            False
        """
        return self.active and bool(self.content and self.content.strip())


@frozen
class SkillSet:
    """All skills of this request, in the order they are told.

    `activator` makes a skill active and `reader` reads a file, if the model is to call them by
    name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    skills: tuple[Skill, ...] = ()
    activator: ToolName | str | None = None
    reader: ToolName | str | None = None

    __attrs_post_init__ = check_fields
