"""What a page of the application's editor holds."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Page"]


@frozen
class Page:
    """A page as words and as a structure with node ids; either may be missing.

    `characters` and `lines` are those of the whole page, if `markdown` is not all of it.
    """

    title: str = ""
    markdown: str | None = None
    xml: str | None = None
    characters: Annotated[int, Ge(0)] | None = None
    lines: Annotated[int, Ge(0)] | None = None

    __attrs_post_init__ = check_fields
