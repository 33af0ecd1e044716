"""Tools that the person chose, with the message in which they were chosen."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.facts import SelectedTool, SelectedTools
from ctxfn.injectors.mentioned_before import mentioned_before
from ctxfn.messages import Messages, enclose, escape, is_blank, tag
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
        >>> chosen = SelectedTools((SelectedTool("maps", "Maps & more"),))
        >>> print(render_selected_tools(chosen).splitlines()[2])
        <tool identifier="maps" name="Maps &amp; more" />
        >>> render_selected_tools(SelectedTools())
        ''
    """
    if not selected.items:
        return ""
    return "\n".join((_CHOSEN, enclose("selected_tools", *map(_element, selected.items))))


def _element(one: SelectedTool) -> str:
    if one.content is None or is_blank(one.content):
        return tag("tool", identifier=one.identifier, name=one.name)
    return enclose("tool", escape(one.content), identifier=one.identifier, name=one.name)


def _narrow(selected: SelectedTools, messages: Messages) -> SelectedTools:
    """Leave out what was mentioned before, and so told before, and what is chosen twice."""
    seen = set(mentioned_before(messages, "tool"))
    new: list[SelectedTool] = []
    for one in selected.items:
        if one.identifier not in seen:
            new.append(one)
        seen.add(one.identifier)
    same = len(new) == len(selected.items)
    return selected if same else evolve(selected, items=tuple(new))


selected_tools: Final = Injector(
    "selected_tools",
    LAST_USER,
    SelectedTools,
    render_selected_tools,
    _narrow,
    tag="selected_tool_context",
)
