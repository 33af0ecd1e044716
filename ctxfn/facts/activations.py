"""Tools and skills whose full text this request carries outside the history."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["ActivatedSkill", "ActivatedTool", "Activations"]


@frozen
class ActivatedTool:
    """A package whose declarations are sent, with the functions it has."""

    identifier: str
    functions: tuple[str, ...] = ()

    __attrs_post_init__ = check_fields


@frozen
class ActivatedSkill:
    """A skill whose content stands in the system message."""

    identifier: str
    name: str | None = None
    content: str = ""

    __attrs_post_init__ = check_fields


@frozen
class Activations:
    """What was activated and is really injected; `replaced`: a document took the place of it all."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    tools: tuple[ActivatedTool, ...] = ()
    skills: tuple[ActivatedSkill, ...] = ()
    replaced: bool = False

    __attrs_post_init__ = check_fields
