"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.date import (
    date,
    render_date,
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
from ctxfn.injectors.system_role import (
    render_system_role,
    system_role,
)
from ctxfn.injectors.todo_list import (
    render_todo_list,
    todo_list,
)

__all__ = [
    "date",
    "history_summary",
    "knowledge",
    "model_info",
    "render_date",
    "render_history_summary",
    "render_knowledge",
    "render_model_info",
    "render_system_role",
    "render_todo_list",
    "system_role",
    "todo_list",
]
