"""What the agent and the person agreed to reach."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Plan"]


@frozen
class Plan:
    """A goal with what describes it; one that is completed is not told any more.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    goal: str
    description: str | None = None
    context: str | None = None
    completed: bool = False
    id: str | None = None

    __attrs_post_init__ = check_fields
