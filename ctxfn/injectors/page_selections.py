"""Stretches of the open page that a person pointed at, with the message that does."""

from __future__ import annotations

from typing import Final

from ctxfn.injectors.as_fragment import as_fragment
from ctxfn.injectors.selection_lines import selection_lines
from ctxfn.messages import PageSelection, User, enclose, escape, marks_of
from ctxfn.slots import EachInjector

__all__ = ["page_selections", "render_page_selections"]

_AROUND: Final = ("context.instruction", "selection", "user_page_selections", "user_selections")


def render_page_selections(message: User) -> str:
    """Write an element for each `PageSelection` on *message*; none, no text.

    What was pointed at stays with its message whether a page is open now or not: else messages
    of the past would change as an editor is closed.

    Contract:
        In their order. Each shows its structure, as `render_open_page` writes it, or its words,
        escaped, if it has no structure. One missing line is the other.

    Complexity: O(characters).

    Source: LobeHub context-engine, page selections injector: tags and attributes; it writes
    them only while a page is open, escapes nothing, and leaves a blank where no lines are.

    Examples:
        >>> chosen = PageSelection(xml='<p id="4">old</p>', start_line=10, end_line=12)
        >>> print(render_page_selections(User(marks=(chosen,))))
        <user_selections count="1">
        <selection lines="10-12">
        <p id="4">old</p>
        </selection>
        </user_selections>
        >>> render_page_selections(User())
        ''
    """
    chosen = marks_of(PageSelection, message)
    if not chosen:
        return ""
    return enclose("user_selections", *map(_element, chosen), count=len(chosen))


def _element(one: PageSelection) -> str:
    shown = as_fragment(one.xml, _AROUND) if one.xml else escape(one.content)
    return enclose("selection", shown, lines=selection_lines(one.start_line, one.end_line))


page_selections: Final = EachInjector(
    "page_selections", render_page_selections, "user_page_selections", PageSelection
)
