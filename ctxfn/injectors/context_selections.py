"""Stretches of code, text and pages that a person pointed at, with the message that does."""

from __future__ import annotations

from typing import Final

from ctxfn.injectors.as_fragment import as_fragment
from ctxfn.injectors.selection_lines import selection_lines
from ctxfn.messages import ContextSelection, User, enclose, escape, marks_of
from ctxfn.slots import EachInjector

__all__ = ["context_selections", "render_context_selections"]

_AROUND: Final = ("context.instruction", "context_selection", "user_context_selections")


def render_context_selections(message: User) -> str:
    """Write an element for each `ContextSelection` on *message*; none, no text.

    Contract:
        In their order. A page shows its structure if it has one, as `render_open_page` writes
        it; anything else its words, escaped as all attributes are. One missing line is the
        other.

    Complexity: O(characters).

    Source: LobeHub context-engine, context selections injector: attributes and their order.
    There the envelope's element and an inner one have one name, so it stands there twice; here
    once, and the inner one's count is left out.

    Examples:
        >>> code = ContextSelection(source="code", file_path="a.py", content="x < y", start_line=3)
        >>> print(render_context_selections(User(marks=(code,))))
        <context_selection source="code" filePath="a.py" lines="3-3">
        x &lt; y
        </context_selection>
        >>> render_context_selections(User())
        ''
    """
    return "\n".join(map(_element, marks_of(ContextSelection, message)))


def _element(one: ContextSelection) -> str:
    shows_structure = one.source == "page" and one.xml
    return enclose(
        "context_selection",
        as_fragment(one.xml, _AROUND) if shows_structure and one.xml else escape(one.content),
        source=one.source,
        title=one.title,
        pageId=one.page_id,
        filePath=one.file_path,
        language=one.language,
        side=one.side,
        workingDirectory=one.working_directory,
        lines=selection_lines(one.start_line, one.end_line),
    )


context_selections: Final = EachInjector(
    "context_selections", render_context_selections, "user_context_selections", ContextSelection
)
