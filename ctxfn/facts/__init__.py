"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.clock import Clock
from ctxfn.facts.history_summary import HistorySummary
from ctxfn.facts.knowledge import Knowledge, KnowledgeCollection, KnowledgeFile
from ctxfn.facts.model import Model
from ctxfn.facts.system_role import SystemRole
from ctxfn.facts.todo_list import Todo, TodoList
from ctxfn.facts.toolset import Toolset
from ctxfn.facts.variables import Variables

__all__ = [
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "Clock",
    "HistorySummary",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
    "Model",
    "SystemRole",
    "Todo",
    "TodoList",
    "Toolset",
    "Variables",
]
