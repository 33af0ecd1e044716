"""What is known of who said a message, and which member of a team that is."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.facts import Member, Team
from ctxfn.messages import NOWHERE, Assistant, ToolResult

__all__ = ["KnownAs", "known_as", "member_known_as"]


class KnownAs(NamedTuple):
    """The agent's id, if the message carries one, and its names, the surest first."""

    agent: str | None = None
    names: tuple[str, ...] = ()

    @property
    def deciding(self) -> tuple[str, ...]:
        """What says who it is: the id, and names only where there is none."""
        return self.names if self.agent is None else (self.agent,)

    @property
    def called(self) -> str | None:
        """What people may call it: a name, else its id."""
        return self.names[0] if self.names else self.agent


_NOBODY: Final = KnownAs()


def known_as(message: Assistant | ToolResult) -> KnownAs:
    """Return what is known of who said *message*.

    Contract:
        No name twice; what is empty is not known.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant
        >>> known_as(assistant("hi", name="Bo"))
        KnownAs(agent=None, names=('Bo',))
    """
    name = message.name if isinstance(message, Assistant) else None
    if name is None and message.origin is NOWHERE:
        return _NOBODY
    names = (name, message.origin.agent_name)
    return KnownAs(message.origin.agent or None, tuple(dict.fromkeys(one for one in names if one)))


def member_known_as(team: Team, known: KnownAs) -> Member | None:
    """Return the member of *team* that is *known* so, or ``None``.

    Contract:
        An id decides, and may be written as a name where a store has nothing else; names count
        only where no id is known. Somebody who took a member's name is not that member.

    Complexity: O(members).

    Source: ours.

    Examples:
        >>> team = Team((Member("a", "Ann"),))
        >>> member_known_as(team, KnownAs("x", ("Ann",))) is None
        True
        >>> member_known_as(team, KnownAs(None, ("Ann",))).id
        'a'
    """
    return next((one for one in map(team.member, known.deciding) if one is not None), None)
