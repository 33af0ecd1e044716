"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import (
    drop_empty,
    filter_disabled_tools,
    pair_tool_results,
    render_blocks,
    strip_fields,
)
from ctxfn.processors.legalize import (
    developer_as_system,
    mend_call_ids,
    mend_unicode,
    merge_runs,
    place_system,
    rewrite_empty,
    start_with_user,
)
from ctxfn.processors.reshape import flatten_groups, restore_supervisor

__all__ = [
    "developer_as_system",
    "drop_empty",
    "filter_disabled_tools",
    "flatten_groups",
    "mend_call_ids",
    "mend_unicode",
    "merge_runs",
    "pair_tool_results",
    "place_system",
    "render_blocks",
    "restore_supervisor",
    "rewrite_empty",
    "start_with_user",
    "strip_fields",
]
