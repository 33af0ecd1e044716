"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.injectors.active_document import active_document, render_active_document
    from ctxfn.injectors.additional_context import additional_context, render_additional_contexts
    from ctxfn.injectors.agent_accounts import agent_accounts, render_agent_accounts
    from ctxfn.injectors.agent_directory import agent_directory, render_agent_directory
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
    from ctxfn.injectors.bot_platform import bot_platform, render_bot_platform
    from ctxfn.injectors.connector_ownership import connector_ownership, render_connector_ownership
    from ctxfn.injectors.context_selections import context_selections, render_context_selections
    from ctxfn.injectors.date import date, is_told_by_tools, render_date
    from ctxfn.injectors.discord import discord, render_discord
    from ctxfn.injectors.document_index import render_document_index
    from ctxfn.injectors.document_texts import DocumentTexts, render_documents
    from ctxfn.injectors.edited_agent import edited_agent, render_edited_agent
    from ctxfn.injectors.edited_team import edited_team, render_edited_team
    from ctxfn.injectors.evaluation import evaluation, render_evaluation
    from ctxfn.injectors.expertise import expertise, render_expertise
    from ctxfn.injectors.fetched_history import fetched_history
    from ctxfn.injectors.fit_injected import fit_injected
    from ctxfn.injectors.force_finish import force_finish, render_force_finish
    from ctxfn.injectors.goal_context import goal_context, render_goal
    from ctxfn.injectors.history_summary import history_summary, render_history_summary
    from ctxfn.injectors.knowledge import knowledge, render_knowledge
    from ctxfn.injectors.memory import memory, render_memory
    from ctxfn.injectors.mentioned_agents import mentioned_agents, render_mentioned_agents
    from ctxfn.injectors.model_info import model_info, render_model_info
    from ctxfn.injectors.onboarding import onboarding, render_onboarding
    from ctxfn.injectors.onboarding_hint import onboarding_hint, render_onboarding_hint
    from ctxfn.injectors.onboarding_state import onboarding_state, render_onboarding_state
    from ctxfn.injectors.open_page import open_page, render_open_page
    from ctxfn.injectors.open_tasks import open_tasks, render_open_tasks
    from ctxfn.injectors.page_edits import page_edits, render_page_edits
    from ctxfn.injectors.page_selections import page_selections, render_page_selections
    from ctxfn.injectors.plan import plan, render_plan
    from ctxfn.injectors.project_instructions import (
        project_instructions,
        render_project_instructions,
    )
    from ctxfn.injectors.replay_snapshots import replay_snapshots
    from ctxfn.injectors.retrieved_documents import render_retrieved_documents, retrieved_documents
    from ctxfn.injectors.selected_skills import render_selected_skills, selected_skills
    from ctxfn.injectors.selected_tools import render_selected_tools, selected_tools
    from ctxfn.injectors.skill_import_route import render_skill_import_route, skill_import_route
    from ctxfn.injectors.skill_list import render_skill_list, skill_list
    from ctxfn.injectors.skills import render_skills, skills
    from ctxfn.injectors.system_role import render_system_role, system_role
    from ctxfn.injectors.team import render_team, team
    from ctxfn.injectors.todo_list import render_todo_list, todo_list
    from ctxfn.injectors.tool_discovery import render_tool_discovery, tool_discovery
    from ctxfn.injectors.tool_instructions import (
        cannot_call_tools,
        render_tool_instructions,
        tool_instructions,
    )
    from ctxfn.injectors.topic_references import render_topic_references, topic_references
    from ctxfn.injectors.workspace import render_workspace, workspace

__all__ = [
    "DocumentTexts",
    "active_document",
    "additional_context",
    "agent_accounts",
    "agent_directory",
    "agent_identity",
    "bot_platform",
    "cannot_call_tools",
    "connector_ownership",
    "context_selections",
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
    "fit_injected",
    "force_finish",
    "goal_context",
    "history_summary",
    "is_told_by_tools",
    "knowledge",
    "memory",
    "mentioned_agents",
    "model_info",
    "onboarding",
    "onboarding_hint",
    "onboarding_state",
    "open_page",
    "open_tasks",
    "page_edits",
    "page_selections",
    "plan",
    "project_instructions",
    "render_active_document",
    "render_additional_contexts",
    "render_agent_accounts",
    "render_agent_directory",
    "render_agent_identity",
    "render_bot_platform",
    "render_connector_ownership",
    "render_context_selections",
    "render_date",
    "render_discord",
    "render_document_index",
    "render_documents",
    "render_edited_agent",
    "render_edited_team",
    "render_evaluation",
    "render_expertise",
    "render_force_finish",
    "render_goal",
    "render_history_summary",
    "render_knowledge",
    "render_memory",
    "render_mentioned_agents",
    "render_model_info",
    "render_onboarding",
    "render_onboarding_hint",
    "render_onboarding_state",
    "render_open_page",
    "render_open_tasks",
    "render_page_edits",
    "render_page_selections",
    "render_plan",
    "render_project_instructions",
    "render_retrieved_documents",
    "render_selected_skills",
    "render_selected_tools",
    "render_skill_import_route",
    "render_skill_list",
    "render_skills",
    "render_system_role",
    "render_team",
    "render_todo_list",
    "render_tool_discovery",
    "render_tool_instructions",
    "render_topic_references",
    "render_workspace",
    "replay_snapshots",
    "retrieved_documents",
    "selected_skills",
    "selected_tools",
    "skill_import_route",
    "skill_list",
    "skills",
    "system_role",
    "team",
    "todo_list",
    "tool_discovery",
    "tool_instructions",
    "topic_references",
    "works_in_a_team",
    "workspace",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "active_document": "active_document render_active_document",
        "additional_context": "additional_context render_additional_contexts",
        "agent_accounts": "agent_accounts render_agent_accounts",
        "agent_directory": "agent_directory render_agent_directory",
        "agent_documents": (
            "documents_after_first_user documents_as_system documents_at_end "
            "documents_before_first_user documents_before_system documents_in_system"
        ),
        "agent_identity": "agent_identity render_agent_identity works_in_a_team",
        "bot_platform": "bot_platform render_bot_platform",
        "connector_ownership": "connector_ownership render_connector_ownership",
        "context_selections": "context_selections render_context_selections",
        "date": "date is_told_by_tools render_date",
        "discord": "discord render_discord",
        "document_index": "render_document_index",
        "document_texts": "DocumentTexts render_documents",
        "edited_agent": "edited_agent render_edited_agent",
        "edited_team": "edited_team render_edited_team",
        "evaluation": "evaluation render_evaluation",
        "expertise": "expertise render_expertise",
        "fetched_history": "fetched_history",
        "fit_injected": "fit_injected",
        "force_finish": "force_finish render_force_finish",
        "goal_context": "goal_context render_goal",
        "history_summary": "history_summary render_history_summary",
        "knowledge": "knowledge render_knowledge",
        "memory": "memory render_memory",
        "mentioned_agents": "mentioned_agents render_mentioned_agents",
        "model_info": "model_info render_model_info",
        "onboarding": "onboarding render_onboarding",
        "onboarding_hint": "onboarding_hint render_onboarding_hint",
        "onboarding_state": "onboarding_state render_onboarding_state",
        "open_page": "open_page render_open_page",
        "open_tasks": "open_tasks render_open_tasks",
        "page_edits": "page_edits render_page_edits",
        "page_selections": "page_selections render_page_selections",
        "plan": "plan render_plan",
        "project_instructions": "project_instructions render_project_instructions",
        "replay_snapshots": "replay_snapshots",
        "retrieved_documents": "render_retrieved_documents retrieved_documents",
        "selected_skills": "render_selected_skills selected_skills",
        "selected_tools": "render_selected_tools selected_tools",
        "skill_import_route": "render_skill_import_route skill_import_route",
        "skill_list": "render_skill_list skill_list",
        "skills": "render_skills skills",
        "system_role": "render_system_role system_role",
        "team": "render_team team",
        "todo_list": "render_todo_list todo_list",
        "tool_discovery": "render_tool_discovery tool_discovery",
        "tool_instructions": "cannot_call_tools render_tool_instructions tool_instructions",
        "topic_references": "render_topic_references topic_references",
        "workspace": "render_workspace workspace",
    },
)
