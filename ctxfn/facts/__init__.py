"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.capabilities import Capabilities, Capability, capabilities_of
from ctxfn.facts.clock import Clock
from ctxfn.facts.history_summary import HistorySummary
from ctxfn.facts.knowledge import Knowledge, KnowledgeCollection, KnowledgeFile
from ctxfn.facts.model import Model
from ctxfn.facts.system_role import SystemRole
from ctxfn.facts.team import Member, Team, TeamRole
from ctxfn.facts.todo_list import Todo, TodoList
from ctxfn.facts.toolset import Toolset
from ctxfn.facts.variables import Generator, Variables, text_of_value

__all__ = [
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "Capabilities",
    "Capability",
    "Clock",
    "Generator",
    "HistorySummary",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
    "Member",
    "Model",
    "SystemRole",
    "Team",
    "TeamRole",
    "Todo",
    "TodoList",
    "Toolset",
    "Variables",
    "capabilities_of",
    "text_of_value",
]
