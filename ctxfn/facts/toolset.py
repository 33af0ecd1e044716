"""The tools on offer in this request."""

from __future__ import annotations

from attrs import frozen

from ctxfn.tools import Declaration

__all__ = ["Toolset"]


@frozen
class Toolset:
    """The declarations sent with the request, in the order they are sent."""

    tools: tuple[Declaration, ...] = ()
