"""The tasks that the person's task board shows."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["OpenTasks"]


@frozen
class OpenTasks:
    """What the application says about its tasks, in its own words."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    prompt: str = ""

    __attrs_post_init__ = check_fields
