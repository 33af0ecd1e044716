"""Clean: last of all; it repairs and writes out what the phases before it left."""

from __future__ import annotations

from ctxfn.processors.clean.pair_tool_results import pair_tool_results
from ctxfn.processors.clean.render_blocks import render_blocks

__all__ = ["pair_tool_results", "render_blocks"]
