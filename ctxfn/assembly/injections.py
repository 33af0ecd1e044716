"""What the default pipeline injects, slot by slot: the one place to read that order."""

from __future__ import annotations

from typing import Final

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
from ctxfn.pipeline import AnyStep

__all__ = [
    "BESIDE",
    "DOCUMENTS",
    "INJECTORS",
    "PREAMBLE",
    "ROLE",
    "SYSTEM",
    "TAIL",
    "USER",
]

#: In each the blocks stand in this order: what changes least stands first.
ROLE: Final[tuple[AnyStep, ...]] = (
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
SYSTEM: Final[tuple[AnyStep, ...]] = (
    documents_before_system,
    *ROLE,
    documents_in_system,
    documents_as_system,
)
PREAMBLE: Final[tuple[AnyStep, ...]] = (
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
USER: Final[tuple[AnyStep, ...]] = (
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
#: Behind everything else, for what changes from step to step.
TAIL: Final[tuple[AnyStep, ...]] = (
    goal_context,
    onboarding_state,
    onboarding_hint,
    additional_context,
    page_edits,
    date,
    todo_list,
)
#: They add messages of their own among those of the conversation.
BESIDE: Final[tuple[AnyStep, ...]] = (
    documents_after_first_user,
    replay_snapshots,
    mentioned_agents,
)
#: Documents wherever they stand.
DOCUMENTS: Final[tuple[AnyStep, ...]] = (
    documents_before_system,
    documents_in_system,
    documents_as_system,
    documents_before_first_user,
    documents_after_first_user,
    documents_at_end,
)
INJECTORS: Final[tuple[AnyStep, ...]] = (
    *SYSTEM,
    *PREAMBLE,
    *USER,
    *BESIDE,
    *TAIL,
    documents_at_end,
)
