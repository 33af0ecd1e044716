"""Who said a message, if it was not the agent itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from ctxfn.facts import Member, Team
from ctxfn.messages import Assistant, ToolResult
from ctxfn.processors.reshape.as_user import Speaker
from ctxfn.processors.reshape.known_as import KnownAs, known_as, member_known_as

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
        *speaking* is looked up in *team*, ids before names. Of a message the agent's id decides,
        and names only where it carries no id: an agent of another id that took a member's name
        is not the member. One that is no member is *unknown*, and goes by the name its message
        carries, else by its id; if *speaking* is no member either, it is *speaking* under its
        id or a name. A message that carries no agent is *unnamed*; a
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
    itself = team.member(speaking)
    own = _own(team, speaking, itself)
    placed: dict[KnownAs, Speaker | None] = {}

    def other(message: Assistant | ToolResult) -> Speaker | None:
        known = known_as(message)
        if not known.deciding:
            mine = unnamed == "own" or isinstance(message, ToolResult)
            return None if mine else Speaker(None, _NOBODY)
        if known not in placed:
            placed[known] = place(known)
        return placed[known]

    def place(known: KnownAs) -> Speaker | None:
        found = member_known_as(team, known)
        if found is not None:
            same = itself is not None and found.id == itself.id
            return None if same else Speaker(found.id, found.name or known.called or _NOBODY)
        # Of somebody who is no member, nobody knows which id belongs to the name.
        says = known.deciding if itself is not None else (known.agent, *known.names)
        if own.intersection(says) or unknown == "own":
            return None
        return Speaker(known.deciding[0], known.called or _NOBODY)

    return other


def _own(team: Team, speaking: str, itself: Member | None) -> frozenset[str]:
    """What the one who speaks may be known as."""
    if itself is None:
        return frozenset((speaking,))
    named = team.name if itself.id == team.current else None
    return frozenset(one for one in (speaking, itself.id, itself.name, named) if one)
