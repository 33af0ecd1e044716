"""Skills that the person chose for this very request."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["SelectedSkill", "SelectedSkills"]


@frozen
class SelectedSkill:
    """A skill by identifier and name, with its instructions if they were fetched."""

    identifier: str
    name: str = ""
    content: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class SelectedSkills:
    """All of them, in the order they were chosen."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    items: tuple[SelectedSkill, ...] = ()

    __attrs_post_init__ = check_fields
