"""The team of a structural case as a fact."""

from __future__ import annotations

from typing import Any

from ctxfn.facts import Member, Team

__all__ = ["team_of"]


def team_of(config: dict[str, Any]) -> Team:
    """Read who is in the team and who speaks next."""
    members = tuple(
        Member(agent, told.get("name") or "", told.get("role") or "participant")
        for agent, told in (config.get("agentMap") or {}).items()
    )
    return Team(
        members,
        config.get("currentAgentId"),
        config.get("currentAgentName"),
        config.get("currentAgentRole"),
        config.get("groupTitle"),
        config.get("systemPrompt"),
    )
