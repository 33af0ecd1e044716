"""What an agent that works alone is called."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["AgentIdentity"]


@frozen
class AgentIdentity:
    """Its name, and its title. In a `Team` the team says who is who, and this is not told.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    name: str | None = None
    title: str | None = None

    __attrs_post_init__ = check_fields
