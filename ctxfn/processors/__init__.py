"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import (
    drop_empty,
    filter_disabled_tools,
    pair_tool_results,
    render_blocks,
    strip_fields,
)
from ctxfn.processors.content import render_calls, render_media, render_parts
from ctxfn.processors.reshape import flatten_groups, restore_supervisor
from ctxfn.processors.template import apply_input_template, fill_placeholders

__all__ = [
    "apply_input_template",
    "drop_empty",
    "fill_placeholders",
    "filter_disabled_tools",
    "flatten_groups",
    "pair_tool_results",
    "render_blocks",
    "render_calls",
    "render_media",
    "render_parts",
    "restore_supervisor",
    "strip_fields",
]
