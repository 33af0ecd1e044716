"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.agent_accounts import (
    agent_accounts,
    render_agent_accounts,
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
from ctxfn.injectors.evaluation import (
    evaluation,
    render_evaluation,
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
from ctxfn.injectors.model_info import (
    model_info,
    render_model_info,
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
from ctxfn.injectors.todo_list import (
    render_todo_list,
    todo_list,
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
    "agent_accounts",
    "agent_identity",
    "bot_platform",
    "cannot_call_tools",
    "connector_ownership",
    "date",
    "evaluation",
    "fetched_history",
    "history_summary",
    "is_told_by_tools",
    "knowledge",
    "model_info",
    "project_instructions",
    "render_agent_accounts",
    "render_agent_identity",
    "render_bot_platform",
    "render_connector_ownership",
    "render_date",
    "render_evaluation",
    "render_history_summary",
    "render_knowledge",
    "render_model_info",
    "render_project_instructions",
    "render_retrieved_documents",
    "render_skill_list",
    "render_skills",
    "render_system_role",
    "render_todo_list",
    "render_tool_instructions",
    "render_workspace",
    "retrieved_documents",
    "skill_list",
    "skills",
    "system_role",
    "todo_list",
    "tool_instructions",
    "works_in_a_team",
    "workspace",
]
