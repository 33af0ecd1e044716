"""What became of the open page, at the tail: each edit changes it."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import PageEdits
from ctxfn.injectors.page_text import structure_text
from ctxfn.messages import is_blank
from ctxfn.slots import TAIL, Injector

__all__ = ["page_edits", "render_page_edits"]

_NOW: Final = (
    "The open page was edited since this turn began. This is its structure now; it takes the place "
    "of the one shown before, node ids included."
)


def render_page_edits(edits: PageEdits) -> str:
    """Write the structure of the page as it is now; none, no text.

    Contract:
        The structure is written as in `render_open_page`.

    Complexity: O(characters).

    Source: LobeHub context-engine, page editor injector, which changes the structure where it
    stood; every edit there costs the cache of all calls and results behind it.

    Examples:
        >>> print(render_page_edits(PageEdits("<p id='1'/>")).splitlines()[2])
        <p id='1'/>
        >>> render_page_edits(PageEdits())
        ''
    """
    return "" if is_blank(edits.xml) else structure_text("current_page_structure", edits.xml, _NOW)


page_edits: Final = Injector(
    "page_edits", TAIL, PageEdits, render_page_edits, tag="current_page_edits"
)
