"""Clean: the last repairs before a request is written."""

from __future__ import annotations

from ctxfn.processors.clean.collapse_batches import collapse_batches
from ctxfn.processors.clean.drop_empty import drop_empty
from ctxfn.processors.clean.filter_disabled_tools import filter_disabled_tools
from ctxfn.processors.clean.leaked_calls import CALL_WORD, Stripped, without_leaked_calls
from ctxfn.processors.clean.pair_tool_results import pair_tool_results
from ctxfn.processors.clean.render_blocks import render_blocks
from ctxfn.processors.clean.strip_fields import strip_fields
from ctxfn.processors.clean.strip_leaked_calls import strip_leaked_calls
from ctxfn.processors.clean.tell_reactions import tell_reactions

__all__ = [
    "CALL_WORD",
    "Stripped",
    "collapse_batches",
    "drop_empty",
    "filter_disabled_tools",
    "pair_tool_results",
    "render_blocks",
    "strip_fields",
    "strip_leaked_calls",
    "tell_reactions",
    "without_leaked_calls",
]
