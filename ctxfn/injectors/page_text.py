"""A page of the editor as text: shared by those who show one."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Page
from ctxfn.injectors.as_fragment import as_fragment
from ctxfn.messages import enclose, escape, is_blank, tag

__all__ = ["page_text", "structure_text"]

#: The elements around a structure: nothing in it may be called so.
_AROUND: Final = (
    "active_topic_document",
    "context.instruction",
    "current_document_snapshot",
    "current_page",
    "current_page_context",
    "current_page_edits",
    "current_page_structure",
    "doc_xml_structure",
)
_BY_NODE: Final = (
    "To change or remove a part of the page, name it by its node id in this structure."
)


def page_text(page: Page) -> str:
    """Write *page*: its words with their measure, then its structure; nothing of it, no text."""
    sections: list[str] = []
    if page.markdown is not None and not is_blank(page.markdown):
        characters = len(page.markdown) if page.characters is None else page.characters
        lines = page.markdown.count("\n") + 1 if page.lines is None else page.lines
        words = escape(page.markdown)
        sections.append(enclose("markdown", words, chars=characters, lines=lines))
    if page.xml is not None and not is_blank(page.xml):
        sections.append(structure_text("doc_xml_structure", page.xml))
    if not sections and is_blank(page.title):
        return ""
    return enclose("current_page", *sections, title=page.title)


def structure_text(name: str, xml: str, told: str = _BY_NODE) -> str:
    """Write a structure in an element called *name*, and what it is for."""
    return enclose(name, tag("instruction", told), as_fragment(xml, _AROUND))
