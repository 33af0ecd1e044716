"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.agent_documents import (
    AgentDocument,
    AgentDocuments,
    DocumentFormat,
    DocumentLoad,
    DocumentPosition,
    DocumentSource,
)
from ctxfn.facts.capabilities import Capabilities, Capability, capabilities_of
from ctxfn.facts.clock import Clock, day_of, moment_of
from ctxfn.facts.document_rows import ReadDocuments, documents_of_rows
from ctxfn.facts.errors import InvalidFact
from ctxfn.facts.history_summary import HistorySummary
from ctxfn.facts.knowledge import Knowledge, KnowledgeCollection, KnowledgeFile
from ctxfn.facts.load_rules import (
    LONGEST_PATTERN,
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    LoadRule,
    UnreadableRule,
)
from ctxfn.facts.model import Model
from ctxfn.facts.select_documents import LeftOut, Selection, select_documents
from ctxfn.facts.system_role import SystemRole
from ctxfn.facts.team import Member, Team, TeamRole
from ctxfn.facts.todo_list import Todo, TodoList
from ctxfn.facts.toolset import Toolset
from ctxfn.facts.variables import Generator, Variables, text_of_value

__all__ = [
    "LONGEST_PATTERN",
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "AgentDocument",
    "AgentDocuments",
    "Always",
    "ByKeywords",
    "ByPattern",
    "ByTimeRange",
    "Capabilities",
    "Capability",
    "Clock",
    "DocumentFormat",
    "DocumentLoad",
    "DocumentPosition",
    "DocumentSource",
    "Generator",
    "HistorySummary",
    "InvalidFact",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
    "LeftOut",
    "LoadRule",
    "Member",
    "Model",
    "ReadDocuments",
    "Selection",
    "SystemRole",
    "Team",
    "TeamRole",
    "Todo",
    "TodoList",
    "Toolset",
    "UnreadableRule",
    "Variables",
    "capabilities_of",
    "day_of",
    "documents_of_rows",
    "moment_of",
    "select_documents",
    "text_of_value",
]
