"""Who the model is asked to be."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["SystemRole"]


@frozen
class SystemRole:
    """The application's own system text; a template, so placeholders in it are filled."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    text: str

    __attrs_post_init__ = check_fields
