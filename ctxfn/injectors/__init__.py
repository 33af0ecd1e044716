"""Injectors: each writes one fact into the conversation."""

from __future__ import annotations

from ctxfn.injectors.agent_documents import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
)
from ctxfn.injectors.date import (
    date,
    render_date,
)
from ctxfn.injectors.document_index import (
    render_document_index,
)
from ctxfn.injectors.document_texts import (
    DocumentTexts,
    render_documents,
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
    "DocumentTexts",
    "date",
    "documents_after_first_user",
    "documents_as_system",
    "documents_at_end",
    "documents_before_first_user",
    "documents_before_system",
    "documents_in_system",
    "history_summary",
    "knowledge",
    "model_info",
    "render_date",
    "render_document_index",
    "render_documents",
    "render_history_summary",
    "render_knowledge",
    "render_model_info",
    "render_system_role",
    "render_todo_list",
    "system_role",
    "todo_list",
]
