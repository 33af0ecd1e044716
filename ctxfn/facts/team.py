"""The agents who share a conversation, and which of them speaks next."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Member", "Team", "TeamRole"]

TeamRole: TypeAlias = Literal["supervisor", "participant"]
"""A supervisor decides who speaks; a participant speaks when asked."""


@frozen
class Member:
    """An agent of a team: the id its messages carry, the name people know, and its role."""

    id: str
    name: str = ""
    role: TeamRole = "participant"

    __attrs_post_init__ = check_fields


@frozen
class Team:
    """All of them; `current` is the id of the one this request is for.

    `name` and `role` are what the current agent is called and does here, where that differs
    from its entry among `members`; `title` and `purpose` are the team's own.

    Raises:
        InvalidFact: a field holds what it cannot.

    Examples:
        >>> team = Team((Member("a", "Ann"), Member("b", "Bo", "supervisor")), "a")
        >>> team.member("b").name, team.leads
        ('Bo', False)
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    members: tuple[Member, ...] = ()
    current: str | None = None
    name: str | None = None
    role: TeamRole | None = None
    title: str | None = None
    purpose: str | None = None

    __attrs_post_init__ = check_fields

    def member(self, known_as: str | None) -> Member | None:
        """Return the member with the id *known_as*, else the first one of that name.

        Examples:
            >>> Team((Member("a", "Ann"),)).member("Ann").id
            'a'
        """
        if not known_as:
            return None
        for one in self.members:
            if one.id == known_as:
                return one
        return next((one for one in self.members if one.name == known_as), None)

    @property
    def supervisor(self) -> Member | None:
        """The first member who decides who speaks, if there is one."""
        return next((one for one in self.members if one.role == "supervisor"), None)

    @property
    def leads(self) -> bool:
        """Whether the current agent is a supervisor."""
        current = self.member(self.current)
        role = self.role or (current.role if current is not None else None)
        return role == "supervisor"
