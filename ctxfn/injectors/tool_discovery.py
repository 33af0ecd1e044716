"""Tools that exist but are switched off: what the model may ask for."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import ToolDiscovery
from ctxfn.injectors.say_tool import say_tool
from ctxfn.messages import enclose, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["render_tool_discovery", "tool_discovery"]


def render_tool_discovery(discovery: ToolDiscovery) -> str:
    """Write how a tool is switched on, then the tools; none, no text.

    Contract:
        One element a tool, in their order. The tool that switches them on is named if the fact
        names it. Whatever the values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, tool discovery: elements and attributes; it escapes nothing.

    Examples:
        >>> from ctxfn.facts import DiscoverableTool
        >>> maps = DiscoverableTool("maps", "Maps", "Routes & distances")
        >>> print(render_tool_discovery(ToolDiscovery((maps,), "lobe-activator____activateTools")))
        <available_tools description="These tools exist but are switched off. Before you use \
one, switch it on by its identifier with the tool lobe-activator____activateTools.">
        <tool identifier="maps" name="Maps">Routes &amp; distances</tool>
        </available_tools>
    """
    if not discovery.tools:
        return ""
    activator = say_tool(discovery.activator, "the tool that activates tools")
    description = (
        "These tools exist but are switched off. Before you use one, switch it on by its "
        f"identifier with {activator}."
    )
    lines = [
        tag("tool", one.description, identifier=one.identifier, name=one.name)
        for one in discovery.tools
    ]
    return enclose("available_tools", *lines, description=description)


tool_discovery: Final = Injector("tool_discovery", PREAMBLE, ToolDiscovery, render_tool_discovery)
