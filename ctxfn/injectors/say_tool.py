"""How a sentence of ours names a tool."""

from __future__ import annotations

from ctxfn.messages import ToolName
from ctxfn.tools import wire_name

__all__ = ["say_tool"]


def say_tool(tool: ToolName | str | None, otherwise: str) -> str:
    """Name *tool* as it stands on the wire, or say *otherwise* if nobody told its name.

    Contract:
        Text, nothing escaped: the tag around it does that.

    Complexity: O(characters).

    Source: ours; LobeHub context-engine writes such names into its prompts by hand, so hashed,
    suffixed and white-label ones are wrong.

    Examples:
        >>> say_tool(ToolName("agents", "search", "mcp"), "the search tool")
        'the tool agents____search____mcp'
        >>> say_tool(None, "the search tool")
        'the search tool'
    """
    if not tool:
        return otherwise
    return f"the tool {tool if isinstance(tool, str) else wire_name(tool)}"
