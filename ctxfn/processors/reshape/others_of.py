"""Who said a message, if it was not the agent itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from ctxfn.facts import Team
from ctxfn.messages import Assistant, ToolResult
from ctxfn.processors.reshape.as_user import Speaker
from ctxfn.processors.reshape.attribute import known_as

__all__ = ["Whose", "others_of"]

Whose: TypeAlias = Literal["other", "own"]
"""Whose words those are that nobody can place: somebody else's, or the agent's own."""

#: What somebody is called of whom nothing is known.
_NOBODY = "another agent"


def others_of(
    team: Team, speaking: str, *, unknown: Whose = "other", unnamed: Whose = "own"
) -> Callable[[Assistant | ToolResult], Speaker | None]:
    """Make the function that tells who said a message, or ``None`` if *speaking* did.

    Contract:
        *speaking* and what a message carries are looked up in *team*, ids before names; so an
        agent is itself under either. One that is no member is *unknown*, and goes by the name
        its message carries, else by its id. A message that carries no agent is *unnamed*; a
        result without one is the agent's own, its call will tell.

    Complexity: O(members) for each agent, once.

    Source: ours.

    Examples:
        >>> from ctxfn.facts import Member
        >>> from ctxfn.messages import assistant
        >>> other = others_of(Team((Member("b", "Bo"),)), "Ann")
        >>> other(assistant("hi", name="Bo")), other(assistant("hi", name="Ann"))
        (Speaker(agent='b', name='Bo'), None)
    """
    own = {speaking}
    itself = team.member(speaking)
    if itself is not None:
        own |= {itself.id, itself.name}
        if team.name and itself.id == team.current:
            own.add(team.name)
    placed: dict[tuple[str, ...], Speaker | None] = {}

    def other(message: Assistant | ToolResult) -> Speaker | None:
        known = known_as(message)
        if not known:
            mine = unnamed == "own" or isinstance(message, ToolResult)
            return None if mine else Speaker(None, _NOBODY)
        if known not in placed:
            placed[known] = place(known)
        return placed[known]

    def place(known: tuple[str, ...]) -> Speaker | None:
        found = next((one for one in map(team.member, known) if one is not None), None)
        if found is not None:
            same = itself is not None and found.id == itself.id
            return None if same else Speaker(found.id, found.name or known[-1])
        if own.intersection(known) or unknown == "own":
            return None
        return Speaker(known[0], known[min(1, len(known) - 1)])

    return other
