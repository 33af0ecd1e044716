"""Configs of the injectors before the first thing a person said, read as facts of ours."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from ctxfn.facts import (
    Discord,
    DiscordChannel,
    DiscordGuild,
    DiscordThread,
    DiscoverableTool,
    Member,
    Memory,
    MemoryContext,
    MemoryExperience,
    MemoryIdentity,
    MemoryPersona,
    MemoryPreference,
    Plan,
    Team,
    ToolDiscovery,
)

__all__ = ["discord_of", "discovery_of", "memory_of", "plan_of", "team_told_of"]

Config: TypeAlias = dict[str, Any]

_CAPTURED: Final = "capturedAt"


def memory_of(config: Config) -> Memory:
    """Read what is remembered of the person."""
    told = config.get("memories") or {}
    persona = told.get("persona")
    return Memory(
        persona=MemoryPersona(**persona) if persona else None,
        identities=tuple(
            MemoryIdentity(
                id=one.get("id"),
                kind=one.get("type"),
                role=one.get("role"),
                description=one.get("description"),
                captured=one.get(_CAPTURED),
            )
            for one in told.get("identities") or ()
        ),
        contexts=tuple(MemoryContext(**one) for one in told.get("contexts") or ()),
        experiences=tuple(
            MemoryExperience(
                id=one.get("id"),
                situation=one.get("situation"),
                key_learning=one.get("keyLearning"),
            )
            for one in told.get("experiences") or ()
        ),
        preferences=tuple(
            MemoryPreference(id=one.get("id"), directives=one.get("conclusionDirectives"))
            for one in told.get("preferences") or ()
        ),
    )


def team_told_of(config: Config) -> Team:
    """Read what the group context tells of: there the members are a list of their own."""
    return Team(
        tuple(Member(**one) for one in config.get("members") or ()),
        config.get("currentAgentId"),
        config.get("currentAgentName"),
        config.get("currentAgentRole"),
        config.get("groupTitle"),
        config.get("systemPrompt"),
    )


def discord_of(config: Config) -> Discord:
    """Read where on Discord the conversation takes place."""
    told = config.get("context") or {}
    guild, channel, thread = (told.get(place) for place in ("guild", "channel", "thread"))
    return Discord(
        DiscordGuild(**guild) if guild else None,
        DiscordChannel(
            channel["id"], channel.get("name"), channel.get("type"), channel.get("topic")
        )
        if channel
        else None,
        DiscordThread(**thread) if thread else None,
    )


def plan_of(config: Config) -> Plan:
    """Read the plan; none is a plan without words."""
    told = config.get("plan") or {}
    return Plan(
        told.get("goal") or "",
        told.get("description"),
        told.get("context"),
        told.get("completed") or False,
        told.get("id"),
    )


def discovery_of(config: Config) -> ToolDiscovery:
    """Read the tools that are switched off."""
    return ToolDiscovery(
        tuple(DiscoverableTool(**one) for one in config.get("availableTools") or ())
    )
