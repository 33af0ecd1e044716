"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.active_document import (
    active_document,
    render_active_document,
)
from ctxfn.injectors.additional_context import (
    additional_context,
    render_additional_contexts,
)
from ctxfn.injectors.context_selections import (
    context_selections,
    render_context_selections,
)
from ctxfn.injectors.date import (
    date,
    render_date,
)
from ctxfn.injectors.force_finish import (
    force_finish,
    render_force_finish,
)
from ctxfn.injectors.goal_context import (
    goal_context,
    render_goal,
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
from ctxfn.injectors.onboarding_hint import (
    onboarding_hint,
    render_onboarding_hint,
)
from ctxfn.injectors.onboarding_state import (
    onboarding_state,
    render_onboarding_state,
)
from ctxfn.injectors.open_page import (
    open_page,
    render_open_page,
)
from ctxfn.injectors.open_tasks import (
    open_tasks,
    render_open_tasks,
)
from ctxfn.injectors.page_edits import (
    page_edits,
    render_page_edits,
)
from ctxfn.injectors.page_selections import (
    page_selections,
    render_page_selections,
)
from ctxfn.injectors.replay_snapshots import (
    replay_snapshots,
)
from ctxfn.injectors.selected_skills import (
    render_selected_skills,
    selected_skills,
)
from ctxfn.injectors.selected_tools import (
    render_selected_tools,
    selected_tools,
)
from ctxfn.injectors.skill_import_route import (
    render_skill_import_route,
    skill_import_route,
)
from ctxfn.injectors.system_role import (
    render_system_role,
    system_role,
)
from ctxfn.injectors.todo_list import (
    render_todo_list,
    todo_list,
)
from ctxfn.injectors.topic_references import (
    render_topic_references,
    topic_references,
)

__all__ = [
    "active_document",
    "additional_context",
    "context_selections",
    "date",
    "force_finish",
    "goal_context",
    "history_summary",
    "knowledge",
    "model_info",
    "onboarding_hint",
    "onboarding_state",
    "open_page",
    "open_tasks",
    "page_edits",
    "page_selections",
    "render_active_document",
    "render_additional_contexts",
    "render_context_selections",
    "render_date",
    "render_force_finish",
    "render_goal",
    "render_history_summary",
    "render_knowledge",
    "render_model_info",
    "render_onboarding_hint",
    "render_onboarding_state",
    "render_open_page",
    "render_open_tasks",
    "render_page_edits",
    "render_page_selections",
    "render_selected_skills",
    "render_selected_tools",
    "render_skill_import_route",
    "render_system_role",
    "render_todo_list",
    "render_topic_references",
    "replay_snapshots",
    "selected_skills",
    "selected_tools",
    "skill_import_route",
    "system_role",
    "todo_list",
    "topic_references",
]
