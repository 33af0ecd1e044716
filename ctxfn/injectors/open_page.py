"""The page that is open in the editor, with the last thing the person said."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import OpenPage
from ctxfn.injectors.page_text import page_text
from ctxfn.slots import LAST_USER, Injector

__all__ = ["open_page", "render_open_page"]


def render_open_page(opened: OpenPage) -> str:
    """Write the page's words, then its structure; an empty page without a title, no text.

    Contract:
        The words are escaped. The structure stays as it is if it is whole in itself and holds
        no element of ours, else it is escaped too. Counts default to those of the words.

    Complexity: O(characters).

    Source: LobeHub context-engine, page editor injector: tags, attributes, order. It escapes
    nothing, and puts each edit into the same place, far before the end: see `page_edits`.

    Examples:
        >>> from ctxfn.facts import Page
        >>> print(render_open_page(OpenPage(Page("Notes", "a < b", '<p id="1">a &lt; b</p>'))))
        <current_page title="Notes">
        <markdown chars="5" lines="1">
        a &lt; b
        </markdown>
        <doc_xml_structure>
        <instruction>To change or remove a part of the page, name it by its node id in this \
structure.</instruction>
        <p id="1">a &lt; b</p>
        </doc_xml_structure>
        </current_page>
        >>> render_open_page(OpenPage(Page()))
        ''
    """
    return page_text(opened.page)


open_page: Final = Injector(
    "open_page", LAST_USER, OpenPage, render_open_page, tag="current_page_context"
)
