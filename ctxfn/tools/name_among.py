"""Write the name of a tool that may or may not be offered any more."""

from __future__ import annotations

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.names import WireNames
from ctxfn.tools.read_name import explain_name
from ctxfn.tools.wire_form import candidates_of

__all__ = ["name_among"]


@blames_arguments
def name_among(tool: ToolName, offered: WireNames) -> str:
    """Return the name to write for *tool*, be it one of *offered* or a thing of the past.

    Histories call tools that are long gone. Such a call must not look like one of a tool that
    the model can still reach.

    Contract:
        An offered tool has the name it is offered under. Any other never has a name that
        `read_name` takes for another function; one that differs from an offered tool in nothing
        but its kind may share its name.

    Complexity: O(1) for an offered tool, else that of `wire_name` and `read_name`.

    Source: ours.

    Examples:
        >>> from ctxfn.tools import wire_names
        >>> offered = wire_names([ToolName("web", "search")])
        >>> name_among(ToolName("web", "search", "default"), offered)
        'web____search'
        >>> name_among(ToolName("files", "read", "mcp"), offered)
        'files____read____mcp'
    """
    name = offered.by_tool.get(tool)
    if name is not None:
        return name
    return next(
        name
        for name in candidates_of(tool, offered.limit, offered.namespace)
        if _is_free(name, tool, offered)
    )


def _is_free(name: str, tool: ToolName, offered: WireNames) -> bool:
    function = (tool.identifier, tool.api)
    found = explain_name(name, offered).candidates
    return all((other.identifier, other.api) == function for other in found)
