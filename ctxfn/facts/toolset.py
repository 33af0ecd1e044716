"""The tools on offer in this request."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.tools import Declaration

__all__ = ["Toolset"]


@frozen
class Toolset:
    """The declarations sent with the request, in the order they are sent."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    tools: tuple[Declaration, ...] = ()

    __attrs_post_init__ = check_fields
