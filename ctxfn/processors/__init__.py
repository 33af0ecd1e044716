"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import (
    drop_empty,
    filter_disabled_tools,
    pair_tool_results,
    render_blocks,
    strip_fields,
)
from ctxfn.processors.content import (
    CUT_OFF,
    IMAGE_STAND_IN,
    SOUND_STAND_IN,
    VIDEO_STAND_IN,
    ToolImages,
    calls_as_text,
    files_block,
    files_text,
    mend_calls,
    reference_prefix,
    render_calls,
    render_media,
    render_parts,
    take_tool_images,
)
from ctxfn.processors.errors import BudgetUnsatisfiable, Culprit
from ctxfn.processors.legalize import (
    developer_as_system,
    lift_media,
    mend_call_ids,
    mend_unicode,
    merge_runs,
    place_system,
    rewrite_empty,
    start_with_user,
)
from ctxfn.processors.reshape import (
    flatten_groups,
    restore_supervisor,
    unfold_cards,
)
from ctxfn.processors.template import (
    MAX_DEPTH,
    Filled,
    apply_input_template,
    fill_pieces,
    fill_placeholders,
    fill_text,
)
from ctxfn.processors.truncate import (
    MarkName,
    fit_budget,
    keep_messages,
    keep_recent,
    linearise,
)

__all__ = [
    "CUT_OFF",
    "IMAGE_STAND_IN",
    "MAX_DEPTH",
    "SOUND_STAND_IN",
    "VIDEO_STAND_IN",
    "BudgetUnsatisfiable",
    "Culprit",
    "Filled",
    "MarkName",
    "ToolImages",
    "apply_input_template",
    "calls_as_text",
    "developer_as_system",
    "drop_empty",
    "files_block",
    "files_text",
    "fill_pieces",
    "fill_placeholders",
    "fill_text",
    "filter_disabled_tools",
    "fit_budget",
    "flatten_groups",
    "keep_messages",
    "keep_recent",
    "lift_media",
    "linearise",
    "mend_call_ids",
    "mend_calls",
    "mend_unicode",
    "merge_runs",
    "pair_tool_results",
    "place_system",
    "reference_prefix",
    "render_blocks",
    "render_calls",
    "render_media",
    "render_parts",
    "restore_supervisor",
    "rewrite_empty",
    "start_with_user",
    "strip_fields",
    "take_tool_images",
    "unfold_cards",
]
