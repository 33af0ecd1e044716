"""The steps of the default pipeline by what they have in common, for the rules of its order."""

from __future__ import annotations

from typing import Final, TypeAlias

from ctxfn.injectors import (
    active_document,
    additional_context,
    agent_accounts,
    agent_directory,
    agent_identity,
    bot_platform,
    connector_ownership,
    context_selections,
    date,
    discord,
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    edited_agent,
    edited_team,
    evaluation,
    expertise,
    goal_context,
    history_summary,
    knowledge,
    memory,
    mentioned_agents,
    model_info,
    onboarding,
    onboarding_hint,
    onboarding_state,
    open_page,
    open_tasks,
    page_edits,
    page_selections,
    plan,
    project_instructions,
    replay_snapshots,
    retrieved_documents,
    selected_skills,
    selected_tools,
    skill_import_route,
    skill_list,
    skills,
    system_role,
    team,
    todo_list,
    tool_discovery,
    tool_instructions,
    topic_references,
    workspace,
)
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
    "BESIDE",
    "BRING_OUT",
    "CARDS",
    "CLEAN",
    "CONTENT",
    "CUTS",
    "DOCUMENTS",
    "INJECTORS",
    "PREAMBLE",
    "RENDER",
    "ROLE",
    "SYSTEM",
    "TAIL",
    "TASKS",
    "TRIMS",
    "USER",
    "Meant",
]

#: How a rule names a step: by its processor, or by value.
Meant: TypeAlias = Processor[...] | AnyStep

#: Injectors, slot by slot, in the order their blocks stand: what changes least stands first.
ROLE: Final[tuple[Meant, ...]] = (
    system_role,
    connector_ownership,
    project_instructions,
    agent_identity,
    agent_accounts,
    evaluation,
    bot_platform,
    model_info,
    workspace,
    skills,
    tool_instructions,
    history_summary,
)
SYSTEM: Final[tuple[Meant, ...]] = (
    documents_before_system,
    *ROLE,
    documents_in_system,
    documents_as_system,
)
PREAMBLE: Final[tuple[Meant, ...]] = (
    memory,
    expertise,
    team,
    discord,
    plan,
    knowledge,
    documents_before_first_user,
    skill_list,
    tool_discovery,
    edited_agent,
    agent_directory,
    edited_team,
    onboarding,
    retrieved_documents,
)
USER: Final[tuple[Meant, ...]] = (
    active_document,
    skill_import_route,
    selected_skills,
    selected_tools,
    context_selections,
    page_selections,
    open_page,
    open_tasks,
    topic_references,
)
TAIL: Final[tuple[Meant, ...]] = (
    goal_context,
    onboarding_state,
    onboarding_hint,
    additional_context,
    page_edits,
    date,
    todo_list,
)
#: They add messages of their own among those of the conversation.
BESIDE: Final[tuple[Meant, ...]] = (
    documents_after_first_user,
    replay_snapshots,
    mentioned_agents,
)
#: Documents wherever they stand.
DOCUMENTS: Final[tuple[Meant, ...]] = (
    documents_before_system,
    documents_in_system,
    documents_as_system,
    documents_before_first_user,
    documents_after_first_user,
    documents_at_end,
)
INJECTORS: Final[tuple[Meant, ...]] = (
    *SYSTEM,
    *PREAMBLE,
    *USER,
    *BESIDE,
    *TAIL,
    documents_at_end,
)

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
