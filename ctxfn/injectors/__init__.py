"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.agent_directory import (
    agent_directory,
    render_agent_directory,
)
from ctxfn.injectors.date import (
    date,
    render_date,
)
from ctxfn.injectors.discord import (
    discord,
    render_discord,
)
from ctxfn.injectors.edited_agent import (
    edited_agent,
    render_edited_agent,
)
from ctxfn.injectors.edited_team import (
    edited_team,
    render_edited_team,
)
from ctxfn.injectors.expertise import (
    expertise,
    render_expertise,
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

__all__ = [
    "agent_directory",
    "date",
    "discord",
    "edited_agent",
    "edited_team",
    "expertise",
    "history_summary",
    "knowledge",
    "memory",
    "mentioned_agents",
    "model_info",
    "onboarding",
    "plan",
    "render_agent_directory",
    "render_date",
    "render_discord",
    "render_edited_agent",
    "render_edited_team",
    "render_expertise",
    "render_history_summary",
    "render_knowledge",
    "render_memory",
    "render_mentioned_agents",
    "render_model_info",
    "render_onboarding",
    "render_plan",
    "render_system_role",
    "render_team",
    "render_todo_list",
    "render_tool_discovery",
    "system_role",
    "team",
    "todo_list",
    "tool_discovery",
]
