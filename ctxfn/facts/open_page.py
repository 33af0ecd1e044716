"""The page that is open in the editor while the person asks."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.page import Page

__all__ = ["OpenPage"]


@frozen
class OpenPage:
    """The page as it stood when this turn began; what was edited since is `PageEdits`."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    page: Page

    __attrs_post_init__ = check_fields
