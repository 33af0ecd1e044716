"""Other conversations that this one refers to, as far as they could be looked up."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["TopicMessage", "TopicReference", "TopicReferences"]


@frozen
class TopicMessage:
    """What somebody said in another conversation."""

    role: str
    content: str

    __attrs_post_init__ = check_fields


@frozen
class TopicReference:
    """A conversation by its id, with its summary, or else with its last messages.

    Without either it is pending: known by name, and still to be fetched.
    """

    id: str
    title: str | None = None
    summary: str | None = None
    messages: tuple[TopicMessage, ...] = ()

    __attrs_post_init__ = check_fields


@frozen
class TopicReferences:
    """All of them, in the order they are named; `can_fetch`: a tool that reads them is on offer."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    items: tuple[TopicReference, ...] = ()
    can_fetch: bool = True

    __attrs_post_init__ = check_fields
