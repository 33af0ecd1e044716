"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.agent_accounts import (
    agent_accounts,
    render_agent_accounts,
)
from ctxfn.injectors.agent_directory import (
    agent_directory,
    render_agent_directory,
)
from ctxfn.injectors.agent_documents import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
)
from ctxfn.injectors.agent_identity import (
    agent_identity,
    render_agent_identity,
    works_in_a_team,
)
from ctxfn.injectors.bot_platform import (
    bot_platform,
    render_bot_platform,
)
from ctxfn.injectors.connector_ownership import (
    connector_ownership,
    render_connector_ownership,
)
from ctxfn.injectors.date import (
    date,
    is_told_by_tools,
    render_date,
)
from ctxfn.injectors.discord import (
    discord,
    render_discord,
)
from ctxfn.injectors.document_index import (
    render_document_index,
)
from ctxfn.injectors.document_texts import (
    DocumentTexts,
    render_documents,
)
from ctxfn.injectors.edited_agent import (
    edited_agent,
    render_edited_agent,
)
from ctxfn.injectors.edited_team import (
    edited_team,
    render_edited_team,
)
from ctxfn.injectors.evaluation import (
    evaluation,
    render_evaluation,
)
from ctxfn.injectors.expertise import (
    expertise,
    render_expertise,
)
from ctxfn.injectors.fetched_history import (
    fetched_history,
)
from ctxfn.injectors.history_summary import (
    history_summary,
    render_history_summary,
)
from ctxfn.injectors.knowledge import (
    knowledge,
    render_knowledge,
)
from ctxfn.injectors.memory import (
    memory,
    render_memory,
)
from ctxfn.injectors.mentioned_agents import (
    mentioned_agents,
    render_mentioned_agents,
)
from ctxfn.injectors.model_info import (
    model_info,
    render_model_info,
)
from ctxfn.injectors.onboarding import (
    onboarding,
    render_onboarding,
)
from ctxfn.injectors.plan import (
    plan,
    render_plan,
)
from ctxfn.injectors.project_instructions import (
    project_instructions,
    render_project_instructions,
)
from ctxfn.injectors.retrieved_documents import (
    render_retrieved_documents,
    retrieved_documents,
)
from ctxfn.injectors.skill_list import (
    render_skill_list,
    skill_list,
)
from ctxfn.injectors.skills import (
    render_skills,
    skills,
)
from ctxfn.injectors.system_role import (
    render_system_role,
    system_role,
)
from ctxfn.injectors.team import (
    render_team,
    team,
)
from ctxfn.injectors.todo_list import (
    render_todo_list,
    todo_list,
)
from ctxfn.injectors.tool_discovery import (
    render_tool_discovery,
    tool_discovery,
)
from ctxfn.injectors.tool_instructions import (
    cannot_call_tools,
    render_tool_instructions,
    tool_instructions,
)
from ctxfn.injectors.workspace import (
    render_workspace,
    workspace,
)

__all__ = [
    "DocumentTexts",
    "agent_accounts",
    "agent_directory",
    "agent_identity",
    "bot_platform",
    "cannot_call_tools",
    "connector_ownership",
    "date",
    "discord",
    "documents_after_first_user",
    "documents_as_system",
    "documents_at_end",
    "documents_before_first_user",
    "documents_before_system",
    "documents_in_system",
    "edited_agent",
    "edited_team",
    "evaluation",
    "expertise",
    "fetched_history",
    "history_summary",
    "is_told_by_tools",
    "knowledge",
    "memory",
    "mentioned_agents",
    "model_info",
    "onboarding",
    "plan",
    "project_instructions",
    "render_agent_accounts",
    "render_agent_directory",
    "render_agent_identity",
    "render_bot_platform",
    "render_connector_ownership",
    "render_date",
    "render_discord",
    "render_document_index",
    "render_documents",
    "render_edited_agent",
    "render_edited_team",
    "render_evaluation",
    "render_expertise",
    "render_history_summary",
    "render_knowledge",
    "render_memory",
    "render_mentioned_agents",
    "render_model_info",
    "render_onboarding",
    "render_plan",
    "render_project_instructions",
    "render_retrieved_documents",
    "render_skill_list",
    "render_skills",
    "render_system_role",
    "render_team",
    "render_todo_list",
    "render_tool_discovery",
    "render_tool_instructions",
    "render_workspace",
    "retrieved_documents",
    "skill_list",
    "skills",
    "system_role",
    "team",
    "todo_list",
    "tool_discovery",
    "tool_instructions",
    "works_in_a_team",
    "workspace",
]
