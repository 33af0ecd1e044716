"""Packages of tools that the maker of an application offers to all its agents."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["OfficialTool", "ToolOffer"]

ToolOffer: TypeAlias = Literal["builtin", "composio", "klavis", "lobehub-skill"]
"""Who offers a package: the application itself, or a store of connectors or skills."""


@frozen
class OfficialTool:
    """A package by its identifier, and whether the agent in question has it.

    `installed` is not asked of a built-in one: it always is.
    """

    identifier: str
    name: str
    kind: ToolOffer = "builtin"
    description: str | None = None
    installed: bool = False
    enabled: bool = False

    __attrs_post_init__ = check_fields
