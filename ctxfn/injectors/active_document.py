"""The document a conversation is about, where no page is open in the editor."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import ActiveDocument, OpenPage
from ctxfn.injectors.page_text import page_text
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.slots import LAST_USER, Injector

__all__ = ["active_document", "render_active_document"]

_GUIDANCE: Final = (
    "No page is open in the editor here, so the tools that edit pages do not apply: change this "
    "document with the tools for agent documents. If the snapshot shows what you need, work from "
    "it; if not, read the document in its XML form first. Prefer to change single nodes, naming "
    "the document by its agent document id. If that id is missing, list the documents of this "
    "topic and find the one with this document id."
)


def render_active_document(document: ActiveDocument) -> str:
    """Write which document it is, what it holds if that is known, and how to change it.

    Contract:
        A document without an id is none. What it holds is written as in `render_open_page`;
        all other values are escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, active topic document injector: tags, attributes, order.

    Examples:
        >>> print(render_active_document(ActiveDocument("d9", title="Q1 & Q2")).splitlines()[0])
        <document document_id="d9" title="Q1 &amp; Q2" />
        >>> render_active_document(ActiveDocument(""))
        ''
    """
    if is_blank(document.document_id):
        return ""
    named = tag(
        "document",
        document_id=document.document_id,
        agent_document_id=document.agent_document_id,
        title=document.title,
    )
    held = "" if document.snapshot is None else page_text(document.snapshot)
    snapshot = [enclose("current_document_snapshot", held)] if held else []
    return "\n".join((named, *snapshot, tag("guidance", _GUIDANCE)))


active_document: Final = Injector(
    "active_document",
    LAST_USER,
    ActiveDocument,
    render_active_document,
    tag="active_topic_document",
    unless=(OpenPage,),
)
