"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import (
    drop_empty,
    filter_disabled_tools,
    pair_tool_results,
    render_blocks,
    strip_fields,
)
from ctxfn.processors.reshape import flatten_groups, restore_supervisor
from ctxfn.processors.truncate import (
    keep_recent,
    linearise,
)

__all__ = [
    "drop_empty",
    "filter_disabled_tools",
    "flatten_groups",
    "keep_recent",
    "linearise",
    "pair_tool_results",
    "render_blocks",
    "restore_supervisor",
    "strip_fields",
]
