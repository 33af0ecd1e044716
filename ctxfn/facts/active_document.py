"""The document that a conversation outside the editor is about."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.page import Page

__all__ = ["ActiveDocument"]


@frozen
class ActiveDocument:
    """A topic's document, by its own id and by that of the agent's copy, with what it holds."""

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    document_id: str
    agent_document_id: str | None = None
    title: str | None = None
    snapshot: Page | None = None

    __attrs_post_init__ = check_fields
