"""What the conversation is to achieve, and how far it got."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Goal", "GoalTask"]


@frozen
class GoalTask:
    """A piece of the work towards a goal."""

    title: str
    status: str | None = None
    id: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class Goal:
    """A goal with what is asked, what is done, what was found and what waits for a decision.

    `overview` is an account the application wrote itself; it stands for all the rest.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    title: str | None = None
    status: str | None = None
    requirement: str | None = None
    tasks: tuple[GoalTask, ...] = ()
    findings: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    overview: str | None = None

    __attrs_post_init__ = check_fields
