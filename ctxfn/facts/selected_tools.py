"""Tools that the person chose for this very request."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["SelectedTool", "SelectedTools"]


@frozen
class SelectedTool:
    """A package of tools by identifier and name, with how to use it if that was fetched."""

    identifier: str
    name: str = ""
    content: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class SelectedTools:
    """All of them, in the order they were chosen."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    items: tuple[SelectedTool, ...] = ()

    __attrs_post_init__ = check_fields
