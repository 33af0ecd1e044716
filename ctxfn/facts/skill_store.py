"""That skills can be installed here, and which pages offer them."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["RouteKind", "SkillRoute", "SkillStore"]

RouteKind: TypeAlias = Literal["market", "url", "zip"]
"""A page of the market, a file or repository to read, or an archive to unpack."""


@frozen
class SkillRoute:
    """An address in a message, and how a skill is installed from it.

    `identifier` is the skill's own at the market.
    """

    url: str
    kind: RouteKind
    identifier: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class SkillStore:
    """The tool that installs skills is on offer; `market` are the domains of its market.

    `routes` are what the person's last message points at; the injector finds them there.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    tool: str = "lobe-skill-store"
    market: tuple[str, ...] = ("lobehub.com",)
    routes: tuple[SkillRoute, ...] = ()

    __attrs_post_init__ = check_fields
