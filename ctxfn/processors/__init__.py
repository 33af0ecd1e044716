"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import pair_tool_results, render_blocks

__all__ = ["pair_tool_results", "render_blocks"]
