"""How injected texts name a tool: as the model calls it, if that is known."""

from __future__ import annotations

from ctxfn.messages import ToolName, escape_line
from ctxfn.tools import wire_name

__all__ = ["called"]


def called(tool: ToolName | str | None, otherwise: str) -> str:
    """Write which *tool* is meant, escaped, or *otherwise*, which says what it does.

    Contract:
        ``the tool`` and its name on the wire; *otherwise* as it is.

    Complexity: O(characters).

    Source: ours; LobeHub context-engine names tools in its texts, on offer or not.

    Examples:
        >>> called(ToolName("skills", "run"), "the tool for skills")
        'the tool skills____run'
        >>> called(None, "the tool for skills")
        'the tool for skills'
    """
    if not tool:
        return otherwise
    return f"the tool {escape_line(tool if isinstance(tool, str) else wire_name(tool))}"
