"""Clean: repair what the phases before left behind."""

from __future__ import annotations

from ctxfn.processors.clean.pair_tool_results import pair_tool_results

__all__ = ["pair_tool_results"]
