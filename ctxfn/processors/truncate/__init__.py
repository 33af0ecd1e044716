"""Truncate: one line out of a tree, and no more of it than fits."""

from __future__ import annotations

from ctxfn.processors.truncate.cache_gate import CACHE_PRICES, CachePrices
from ctxfn.processors.truncate.compact import compact
from ctxfn.processors.truncate.continuation import HINT, hint_as_user
from ctxfn.processors.truncate.drop_old_reasoning import drop_old_reasoning
from ctxfn.processors.truncate.elide_tool_results import elide_tool_results
from ctxfn.processors.truncate.filter_web_searches import filter_web_searches
from ctxfn.processors.truncate.fit_budget import MarkName, fit_budget
from ctxfn.processors.truncate.keep_messages import keep_messages
from ctxfn.processors.truncate.keep_recent import keep_recent
from ctxfn.processors.truncate.limit_results import cut_result, limit_results, result_limit
from ctxfn.processors.truncate.linearise import linearise
from ctxfn.processors.truncate.shrink_arguments import shrink_arguments
from ctxfn.processors.truncate.stale_tools import StaleTools
from ctxfn.processors.truncate.trim_activations import trim_activations
from ctxfn.processors.truncate.trim_stale_results import trim_stale_results

__all__ = [
    "CACHE_PRICES",
    "HINT",
    "CachePrices",
    "MarkName",
    "StaleTools",
    "compact",
    "cut_result",
    "drop_old_reasoning",
    "elide_tool_results",
    "filter_web_searches",
    "fit_budget",
    "hint_as_user",
    "keep_messages",
    "keep_recent",
    "limit_results",
    "linearise",
    "result_limit",
    "shrink_arguments",
    "trim_activations",
    "trim_stale_results",
]
