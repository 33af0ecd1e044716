"""Tools and skills whose full text this request carries outside the history."""

from __future__ import annotations

from attrs import frozen

__all__ = ["ActivatedSkill", "ActivatedTool", "Activations"]


@frozen
class ActivatedTool:
    """A package whose declarations are sent, with the functions it has."""

    identifier: str
    functions: tuple[str, ...] = ()


@frozen
class ActivatedSkill:
    """A skill whose content stands in the system message."""

    identifier: str
    name: str | None = None
    content: str = ""


@frozen
class Activations:
    """What was activated and is really injected; `replaced`: a document took the place of it all."""

    tools: tuple[ActivatedTool, ...] = ()
    skills: tuple[ActivatedSkill, ...] = ()
    replaced: bool = False
