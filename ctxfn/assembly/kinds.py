"""The steps that change what is there, by what they have in common, for the rules of order."""

from __future__ import annotations

from typing import Final, TypeAlias

from ctxfn.pipeline import AnyStep, Processor
from ctxfn.processors import (
    apply_input_template,
    attribute_agents,
    choose_columns,
    drop_handoffs,
    drop_old_reasoning,
    elide_tool_results,
    fill_placeholders,
    filter_disabled_tools,
    filter_orchestration,
    filter_web_searches,
    fit_budget,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    keep_recent,
    limit_results,
    linearise,
    pair_tool_results,
    render_blocks,
    render_calls,
    render_parts,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    require_capabilities,
    restore_supervisor,
    shrink_arguments,
    surface_summaries,
    tell_reactions,
    tell_tool_hooks,
    trim_activations,
    trim_stale_results,
)

__all__ = [
    "AGENTS",
    "BEHIND_CARDS",
    "BRING_OUT",
    "CARDS",
    "CLEAN",
    "CONTENT",
    "CUTS",
    "RENDER",
    "TASKS",
    "TRIMS",
    "Meant",
]

#: How a rule names a step: by its processor, or by value.
Meant: TypeAlias = Processor[...] | AnyStep

#: They find their cards inside others too, and leave what they held to the steps behind.
BRING_OUT: Final[tuple[Meant, ...]] = (surface_summaries, choose_columns, flatten_councils)
TASKS: Final[tuple[Meant, ...]] = (render_tasks, render_verifications, render_task_callbacks)
#: What is sent of a history.
CUTS: Final[tuple[Meant, ...]] = (linearise, keep_recent)

CARDS: Final[tuple[Meant, ...]] = (
    *BRING_OUT,
    flatten_groups,
    flatten_tasks,
    restore_supervisor,
    *TASKS,
)

AGENTS: Final[tuple[Meant, ...]] = (
    tell_tool_hooks,
    filter_orchestration,
    drop_handoffs,
    attribute_agents,
)
TRIMS: Final[tuple[Meant, ...]] = (
    trim_activations,
    trim_stale_results,
    filter_web_searches,
    elide_tool_results,
    limit_results,
    shrink_arguments,
    drop_old_reasoning,
)
RENDER: Final[tuple[Meant, ...]] = (render_parts, render_calls)
CONTENT: Final[tuple[Meant, ...]] = (
    require_capabilities,
    apply_input_template,
    fill_placeholders,
    tell_reactions,
    render_parts,
    render_calls,
)
CLEAN: Final[tuple[Meant, ...]] = (
    filter_disabled_tools,
    pair_tool_results,
    fit_budget,
    render_blocks,
)
BEHIND_CARDS: Final[tuple[Meant, ...]] = (*AGENTS, *TRIMS, *CONTENT, *CLEAN)
