"""The name of a tool as it stands on the wire."""

from __future__ import annotations

from ctxfn.messages import ToolName
from ctxfn.tools import DEFAULT_LIMIT, wire_name

__all__ = ["spelled"]


def spelled(tool: ToolName | str, limit: int = DEFAULT_LIMIT) -> str:
    """Return the wire name of *tool*; a bare text is one already."""
    return tool if isinstance(tool, str) else wire_name(tool, limit=limit)
