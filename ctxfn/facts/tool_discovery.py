"""Tools that exist but are switched off, and how one is switched on."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = ["DiscoverableTool", "ToolDiscovery"]


@frozen
class DiscoverableTool:
    """A package of tools by the identifier that activates it."""

    identifier: str
    name: str
    description: str = ""

    __attrs_post_init__ = check_fields


@frozen
class ToolDiscovery:
    """All of them; `activator` is the tool that switches one on, if the model is to call it by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    tools: tuple[DiscoverableTool, ...] = ()
    activator: ToolName | str | None = None

    __attrs_post_init__ = check_fields
