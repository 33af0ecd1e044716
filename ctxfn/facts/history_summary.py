"""What was said before the history that is sent."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["HistorySummary"]


@frozen
class HistorySummary:
    """A summary of earlier conversation, written by whoever compressed it."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    text: str

    __attrs_post_init__ = check_fields
