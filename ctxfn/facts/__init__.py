"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
    from ctxfn.facts.active_document import ActiveDocument
    from ctxfn.facts.additional_contexts import (
        AdditionalContext,
        AdditionalContexts,
        ContextSection,
        Placement,
    )
    from ctxfn.facts.agent_accounts import AgentAccount, AgentAccounts
    from ctxfn.facts.agent_directory import (
        AgentDirectory,
        DirectoryAgent,
        DirectoryModel,
        DirectoryPlugin,
        DirectoryProvider,
        PluginOffer,
    )
    from ctxfn.facts.agent_documents import (
        AgentDocument,
        AgentDocuments,
        DocumentFormat,
        DocumentLoad,
        DocumentPosition,
        DocumentSource,
    )
    from ctxfn.facts.agent_identity import AgentIdentity
    from ctxfn.facts.bot_platform import BotPlatform
    from ctxfn.facts.capabilities import Capabilities, Capability, capabilities_of
    from ctxfn.facts.clock import Clock, day_of, moment_of
    from ctxfn.facts.connector_ownership import ConnectorOwnership
    from ctxfn.facts.discord import Discord, DiscordChannel, DiscordGuild, DiscordThread
    from ctxfn.facts.document_rows import ReadDocuments, documents_of_rows
    from ctxfn.facts.edited_agent import EditedAgent
    from ctxfn.facts.edited_team import EditedMember, EditedTeam
    from ctxfn.facts.errors import InvalidFact
    from ctxfn.facts.evaluation import Evaluation
    from ctxfn.facts.expertise import Expertise, ExpertiseDomain
    from ctxfn.facts.fetched_history import FetchedHistory
    from ctxfn.facts.force_finish import ForceFinish
    from ctxfn.facts.goal import Goal, GoalTask
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
    from ctxfn.facts.memory import (
        Memory,
        MemoryContext,
        MemoryExperience,
        MemoryIdentity,
        MemoryPersona,
        MemoryPreference,
    )
    from ctxfn.facts.mentioned_agents import MentionedAgent, MentionedAgents
    from ctxfn.facts.model import Model
    from ctxfn.facts.official_tool import OfficialTool, ToolOffer
    from ctxfn.facts.onboarding import Account, Onboarding
    from ctxfn.facts.open_page import OpenPage
    from ctxfn.facts.open_tasks import OpenTasks
    from ctxfn.facts.page import Page
    from ctxfn.facts.page_edits import PageEdits
    from ctxfn.facts.plan import Plan
    from ctxfn.facts.project_instructions import ProjectFile, ProjectInstructions
    from ctxfn.facts.retrieved_documents import Passage, RetrievedDocuments
    from ctxfn.facts.select_documents import LeftOut, Selection, select_documents
    from ctxfn.facts.selected_skills import SelectedSkill, SelectedSkills
    from ctxfn.facts.selected_tools import SelectedTool, SelectedTools
    from ctxfn.facts.skill_facts import SkillFacts, skill_facts
    from ctxfn.facts.skill_set import Skill, SkillSet, SkillSource
    from ctxfn.facts.skill_store import RouteKind, SkillRoute, SkillStore
    from ctxfn.facts.system_role import SystemRole
    from ctxfn.facts.team import Member, Team, TeamRole
    from ctxfn.facts.todo_list import Todo, TodoList
    from ctxfn.facts.tool_discovery import DiscoverableTool, ToolDiscovery
    from ctxfn.facts.tool_facts import (
        activations_of,
        force_finish_of,
        tool_discovery_of,
        tool_facts,
        tool_instructions_of,
        toolset_of,
    )
    from ctxfn.facts.tool_instructions import ToolInstructions, ToolManual
    from ctxfn.facts.toolset import Toolset
    from ctxfn.facts.topic_facts import topic_facts
    from ctxfn.facts.topic_references import TopicMessage, TopicReference, TopicReferences
    from ctxfn.facts.variables import Generator, Variables, text_of_value
    from ctxfn.facts.workspace import Route, Workspace

__all__ = [
    "LONGEST_PATTERN",
    "Account",
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "ActiveDocument",
    "AdditionalContext",
    "AdditionalContexts",
    "AgentAccount",
    "AgentAccounts",
    "AgentDirectory",
    "AgentDocument",
    "AgentDocuments",
    "AgentIdentity",
    "Always",
    "BotPlatform",
    "ByKeywords",
    "ByPattern",
    "ByTimeRange",
    "Capabilities",
    "Capability",
    "Clock",
    "ConnectorOwnership",
    "ContextSection",
    "DirectoryAgent",
    "DirectoryModel",
    "DirectoryPlugin",
    "DirectoryProvider",
    "Discord",
    "DiscordChannel",
    "DiscordGuild",
    "DiscordThread",
    "DiscoverableTool",
    "DocumentFormat",
    "DocumentLoad",
    "DocumentPosition",
    "DocumentSource",
    "EditedAgent",
    "EditedMember",
    "EditedTeam",
    "Evaluation",
    "Expertise",
    "ExpertiseDomain",
    "FetchedHistory",
    "ForceFinish",
    "Generator",
    "Goal",
    "GoalTask",
    "HistorySummary",
    "InvalidFact",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
    "LeftOut",
    "LoadRule",
    "Member",
    "Memory",
    "MemoryContext",
    "MemoryExperience",
    "MemoryIdentity",
    "MemoryPersona",
    "MemoryPreference",
    "MentionedAgent",
    "MentionedAgents",
    "Model",
    "OfficialTool",
    "Onboarding",
    "OpenPage",
    "OpenTasks",
    "Page",
    "PageEdits",
    "Passage",
    "Placement",
    "Plan",
    "PluginOffer",
    "ProjectFile",
    "ProjectInstructions",
    "ReadDocuments",
    "RetrievedDocuments",
    "Route",
    "RouteKind",
    "SelectedSkill",
    "SelectedSkills",
    "SelectedTool",
    "SelectedTools",
    "Selection",
    "Skill",
    "SkillFacts",
    "SkillRoute",
    "SkillSet",
    "SkillSource",
    "SkillStore",
    "SystemRole",
    "Team",
    "TeamRole",
    "Todo",
    "TodoList",
    "ToolDiscovery",
    "ToolInstructions",
    "ToolManual",
    "ToolOffer",
    "Toolset",
    "TopicMessage",
    "TopicReference",
    "TopicReferences",
    "UnreadableRule",
    "Variables",
    "Workspace",
    "activations_of",
    "capabilities_of",
    "day_of",
    "documents_of_rows",
    "force_finish_of",
    "moment_of",
    "select_documents",
    "skill_facts",
    "text_of_value",
    "tool_discovery_of",
    "tool_facts",
    "tool_instructions_of",
    "toolset_of",
    "topic_facts",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "activations": "ActivatedSkill ActivatedTool Activations",
        "active_document": "ActiveDocument",
        "additional_contexts": "AdditionalContext AdditionalContexts ContextSection Placement",
        "agent_accounts": "AgentAccount AgentAccounts",
        "agent_directory": (
            "AgentDirectory DirectoryAgent DirectoryModel DirectoryPlugin DirectoryProvider "
            "PluginOffer"
        ),
        "agent_documents": (
            "AgentDocument AgentDocuments DocumentFormat DocumentLoad DocumentPosition "
            "DocumentSource"
        ),
        "agent_identity": "AgentIdentity",
        "bot_platform": "BotPlatform",
        "capabilities": "Capabilities Capability capabilities_of",
        "clock": "Clock day_of moment_of",
        "connector_ownership": "ConnectorOwnership",
        "discord": "Discord DiscordChannel DiscordGuild DiscordThread",
        "document_rows": "ReadDocuments documents_of_rows",
        "edited_agent": "EditedAgent",
        "edited_team": "EditedMember EditedTeam",
        "errors": "InvalidFact",
        "evaluation": "Evaluation",
        "expertise": "Expertise ExpertiseDomain",
        "fetched_history": "FetchedHistory",
        "force_finish": "ForceFinish",
        "goal": "Goal GoalTask",
        "history_summary": "HistorySummary",
        "knowledge": "Knowledge KnowledgeCollection KnowledgeFile",
        "load_rules": (
            "LONGEST_PATTERN Always ByKeywords ByPattern ByTimeRange LoadRule UnreadableRule"
        ),
        "memory": (
            "Memory MemoryContext MemoryExperience MemoryIdentity MemoryPersona MemoryPreference"
        ),
        "mentioned_agents": "MentionedAgent MentionedAgents",
        "model": "Model",
        "official_tool": "OfficialTool ToolOffer",
        "onboarding": "Account Onboarding",
        "open_page": "OpenPage",
        "open_tasks": "OpenTasks",
        "page": "Page",
        "page_edits": "PageEdits",
        "plan": "Plan",
        "project_instructions": "ProjectFile ProjectInstructions",
        "retrieved_documents": "Passage RetrievedDocuments",
        "select_documents": "LeftOut Selection select_documents",
        "selected_skills": "SelectedSkill SelectedSkills",
        "selected_tools": "SelectedTool SelectedTools",
        "skill_facts": "SkillFacts skill_facts",
        "skill_set": "Skill SkillSet SkillSource",
        "skill_store": "RouteKind SkillRoute SkillStore",
        "system_role": "SystemRole",
        "team": "Member Team TeamRole",
        "todo_list": "Todo TodoList",
        "tool_discovery": "DiscoverableTool ToolDiscovery",
        "tool_facts": (
            "activations_of force_finish_of tool_discovery_of tool_facts tool_instructions_of "
            "toolset_of"
        ),
        "tool_instructions": "ToolInstructions ToolManual",
        "toolset": "Toolset",
        "topic_facts": "topic_facts",
        "topic_references": "TopicMessage TopicReference TopicReferences",
        "variables": "Generator Variables text_of_value",
        "workspace": "Route Workspace",
    },
)
