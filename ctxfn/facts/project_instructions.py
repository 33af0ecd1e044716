"""What a project asks of those who work on it."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["ProjectFile", "ProjectInstructions"]


@frozen
class ProjectFile:
    """One file of instructions, and where it stands.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    source: str
    content: str

    __attrs_post_init__ = check_fields


@frozen
class ProjectInstructions:
    """All of them, in the order they are read.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    files: tuple[ProjectFile, ...] = ()

    __attrs_post_init__ = check_fields
