"""Who shares the conversation, and which of them the model is."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Member, Team
from ctxfn.messages import enclose, escape, escape_line, is_blank, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["render_team", "team"]

_OPENING: Final = "You are one of several agents who share this conversation."
_PURPOSE: Final = "What the group is for, in the words of whoever set it up:"
_PARTICIPANTS: Final = "Who takes part:"
_RULES: Final = (
    "Call agents by their names and never show an id to people. Speak as yourself alone, and do "
    "not introduce yourself by your role."
)


def render_team(team: Team) -> str:
    """Write who the current agent is, what the team is for, who is in it, and how to speak.

    Contract:
        What is not known is left out; where nothing is known but an id, there is no text. The
        current agent's name and role are the team's own word for them, else those of its entry
        among the members, which ``you`` marks. Whatever the values hold is escaped, and in a
        sentence it stays on its line.

    Complexity: O(characters + members).

    Source: LobeHub context-engine, group context: elements and their order. There values are
    put in one after the other, so that one that looks like a placeholder receives the next, a
    dollar sign expands, nothing is escaped, and an id alone makes an agent without a name.

    Examples:
        >>> desk = Team((Member("s", "Lead", "supervisor"), Member("b", "Bo")), "b", title="Trips")
        >>> print(render_team(desk))
        <group_context>
        You are one of several agents who share this conversation.
        Your name: Bo
        Your role: participant
        Name of the group: Trips
        Your internal id, for the system alone: b
        <group_participants>
        Who takes part:
        <BLANKLINE>
        <member name="Lead" id="s" />
        <member name="Bo" id="b" you="true" />
        </group_participants>
        <identity_rules>
        Call agents by their names and never show an id to people. Speak as yourself alone, \
and do not introduce yourself by your role.
        </identity_rules>
        </group_context>
        >>> render_team(Team(current="b"))
        ''
    """
    current = team.member(team.current)
    name = _first(team.name, current.name if current else None)
    if not team.members and not any((name, _first(team.title), _first(team.purpose))):
        return ""
    sections = [_OPENING, *_identity(team, current, name)]
    if purpose := _first(team.purpose):
        sections.append(enclose("group_description", _PURPOSE, "", escape(purpose)))
    if team.members:
        lines = [_member(one, current) for one in team.members]
        sections.append(enclose("group_participants", _PARTICIPANTS, "", *lines))
    sections.append(enclose("identity_rules", _RULES))
    return enclose("group_context", *sections)


def _identity(team: Team, current: Member | None, name: str | None) -> list[str]:
    role = team.role or (current.role if current else None)
    known = current.id if current else team.current
    said = (
        ("Your name", name),
        ("Your role", role),
        ("Name of the group", _first(team.title)),
        ("Your internal id, for the system alone", _first(known)),
    )
    return [f"{what}: {escape_line(value)}" for what, value in said if value]


def _member(one: Member, current: Member | None) -> str:
    return tag("member", name=_first(one.name), id=one.id, you=True if one is current else None)


def _first(*texts: str | None) -> str | None:
    """The first text that says something."""
    return next((text for text in texts if not is_blank(text)), None)


team: Final = Injector("team", PREAMBLE, Team, render_team)
