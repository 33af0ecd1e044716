"""Tools that the person chose, with the message in which they were chosen."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.facts import SelectedTools
from ctxfn.injectors.write_selected import not_yet_told, write_selected
from ctxfn.messages import Messages
from ctxfn.slots import LAST_USER, Injector

__all__ = ["render_selected_tools", "selected_tools"]

_CHOSEN: Final = (
    "The person chose these tools for this request. Use them on your own initiative wherever they help "
    "to answer it."
)


def render_selected_tools(selected: SelectedTools) -> str:
    """Write what the choice means, then an element a tool; none chosen, no text.

    Contract:
        In their order; with what was fetched of a tool in its element, escaped as all values are.

    Complexity: O(characters).

    Source: LobeHub context-engine, selected tool injector: tags and attributes; it escapes the
    attributes alone.

    Examples:
        >>> from ctxfn.facts import SelectedTool
        >>> chosen = SelectedTools((SelectedTool("maps", "Maps & more"),))
        >>> print(render_selected_tools(chosen).splitlines()[2])
        <tool identifier="maps" name="Maps &amp; more" />
        >>> render_selected_tools(SelectedTools())
        ''
    """
    return write_selected(selected.items, "tool", _CHOSEN)


def _narrow(selected: SelectedTools, messages: Messages) -> SelectedTools:
    items = not_yet_told(selected.items, messages, "tool")
    return selected if items is selected.items else evolve(selected, items=items)


selected_tools: Final = Injector(
    "selected_tools",
    LAST_USER,
    SelectedTools,
    render_selected_tools,
    _narrow,
    tag="selected_tool_context",
)
