"""What became of the open page since this turn began."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["PageEdits"]


@frozen
class PageEdits:
    """The structure of the open page at this step, after the edits so far."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    xml: str = ""

    __attrs_post_init__ = check_fields
