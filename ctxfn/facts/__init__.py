"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.active_document import ActiveDocument
from ctxfn.facts.additional_contexts import (
    AdditionalContext,
    AdditionalContexts,
    ContextSection,
    Placement,
)
from ctxfn.facts.capabilities import Capabilities, Capability, capabilities_of
from ctxfn.facts.clock import Clock
from ctxfn.facts.errors import InvalidFact
from ctxfn.facts.force_finish import ForceFinish
from ctxfn.facts.goal import Goal, GoalTask
from ctxfn.facts.history_summary import HistorySummary
from ctxfn.facts.knowledge import Knowledge, KnowledgeCollection, KnowledgeFile
from ctxfn.facts.model import Model
from ctxfn.facts.onboarding import Account, Onboarding
from ctxfn.facts.open_page import OpenPage
from ctxfn.facts.open_tasks import OpenTasks
from ctxfn.facts.page import Page
from ctxfn.facts.page_edits import PageEdits
from ctxfn.facts.selected_skills import SelectedSkill, SelectedSkills
from ctxfn.facts.selected_tools import SelectedTool, SelectedTools
from ctxfn.facts.skill_store import RouteKind, SkillRoute, SkillStore
from ctxfn.facts.system_role import SystemRole
from ctxfn.facts.team import Member, Team, TeamRole
from ctxfn.facts.todo_list import Todo, TodoList
from ctxfn.facts.toolset import Toolset
from ctxfn.facts.topic_references import TopicMessage, TopicReference, TopicReferences
from ctxfn.facts.variables import Generator, Variables, text_of_value

__all__ = [
    "Account",
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "ActiveDocument",
    "AdditionalContext",
    "AdditionalContexts",
    "Capabilities",
    "Capability",
    "Clock",
    "ContextSection",
    "ForceFinish",
    "Generator",
    "Goal",
    "GoalTask",
    "HistorySummary",
    "InvalidFact",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
    "Member",
    "Model",
    "Onboarding",
    "OpenPage",
    "OpenTasks",
    "Page",
    "PageEdits",
    "Placement",
    "RouteKind",
    "SelectedSkill",
    "SelectedSkills",
    "SelectedTool",
    "SelectedTools",
    "SkillRoute",
    "SkillStore",
    "SystemRole",
    "Team",
    "TeamRole",
    "Todo",
    "TodoList",
    "Toolset",
    "TopicMessage",
    "TopicReference",
    "TopicReferences",
    "Variables",
    "capabilities_of",
    "text_of_value",
]
