"""Facts: frozen records of what is known about one request, one subject a module."""

from __future__ import annotations

from ctxfn.facts.activations import ActivatedSkill, ActivatedTool, Activations
from ctxfn.facts.agent_directory import (
    AgentDirectory,
    DirectoryAgent,
    DirectoryModel,
    DirectoryPlugin,
    DirectoryProvider,
    PluginOffer,
)
from ctxfn.facts.capabilities import Capabilities, Capability, capabilities_of
from ctxfn.facts.clock import Clock
from ctxfn.facts.discord import Discord, DiscordChannel, DiscordGuild, DiscordThread
from ctxfn.facts.edited_agent import EditedAgent
from ctxfn.facts.edited_team import EditedMember, EditedTeam
from ctxfn.facts.errors import InvalidFact
from ctxfn.facts.expertise import Expertise, ExpertiseDomain
from ctxfn.facts.history_summary import HistorySummary
from ctxfn.facts.knowledge import Knowledge, KnowledgeCollection, KnowledgeFile
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
from ctxfn.facts.plan import Plan
from ctxfn.facts.system_role import SystemRole
from ctxfn.facts.team import Member, Team, TeamRole
from ctxfn.facts.todo_list import Todo, TodoList
from ctxfn.facts.tool_discovery import DiscoverableTool, ToolDiscovery
from ctxfn.facts.toolset import Toolset
from ctxfn.facts.variables import Generator, Variables, text_of_value

__all__ = [
    "Account",
    "ActivatedSkill",
    "ActivatedTool",
    "Activations",
    "AgentDirectory",
    "Capabilities",
    "Capability",
    "Clock",
    "DirectoryAgent",
    "DirectoryModel",
    "DirectoryPlugin",
    "DirectoryProvider",
    "Discord",
    "DiscordChannel",
    "DiscordGuild",
    "DiscordThread",
    "DiscoverableTool",
    "EditedAgent",
    "EditedMember",
    "EditedTeam",
    "Expertise",
    "ExpertiseDomain",
    "Generator",
    "HistorySummary",
    "InvalidFact",
    "Knowledge",
    "KnowledgeCollection",
    "KnowledgeFile",
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
    "Plan",
    "PluginOffer",
    "SystemRole",
    "Team",
    "TeamRole",
    "Todo",
    "TodoList",
    "ToolDiscovery",
    "ToolOffer",
    "Toolset",
    "Variables",
    "capabilities_of",
    "text_of_value",
]
