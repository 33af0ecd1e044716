"""Whose the connected accounts are that tools act with."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["ConnectorOwnership"]


@frozen
class ConnectorOwnership:
    """A note on whose they are, in the application's own words.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    note: str

    __attrs_post_init__ = check_fields
