"""A fact for each injector that tells something before the first thing a person said."""

from __future__ import annotations

from typing import Any, Final

from ctxfn import facts, injectors
from ctxfn.slots import Injector

__all__ = ["FIRST"]

_TEAM: Final = facts.Team((facts.Member("ann", "Ann"), facts.Member("bob", 'B "o"')), "ann")
_MEMORY: Final = facts.Memory(persona=facts.MemoryPersona(tagline="a < b"))
_DIRECTORY: Final = facts.AgentDirectory(agents=(facts.DirectoryAgent("a", "A", "b & c"),))

#: Each injector with a fact that makes it write.
FIRST: Final[tuple[tuple[Injector[Any], object], ...]] = (
    (injectors.memory, _MEMORY),
    (injectors.expertise, facts.Expertise("<lesson>Ask first.</lesson>")),
    (injectors.team, _TEAM),
    (injectors.discord, facts.Discord(facts.DiscordGuild("1", "Makers"))),
    (injectors.plan, facts.Plan("Ship 2.0")),
    (injectors.tool_discovery, facts.ToolDiscovery((facts.DiscoverableTool("m", "Maps"),))),
    (injectors.edited_agent, facts.EditedAgent(title="Bo")),
    (injectors.agent_directory, _DIRECTORY),
    (injectors.mentioned_agents, facts.MentionedAgents((facts.MentionedAgent("c", "Cy"),))),
    (injectors.edited_team, facts.EditedTeam(title="Trips")),
    (injectors.onboarding, facts.Onboarding("Phase: Discovery", "# Mira\nKind.")),
)
