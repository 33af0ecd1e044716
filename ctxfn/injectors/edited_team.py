"""The team that is being built, for the agent that helps to build it."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import EditedMember, EditedTeam
from ctxfn.injectors.official_tools import render_official_tools
from ctxfn.injectors.say_tool import say_tool
from ctxfn.injectors.write_sections import (
    excerpt,
    joined,
    listed,
    questions,
    section,
    titled,
    told,
)
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["edited_team", "render_edited_team"]

#: How many characters of the team's prompt are shown.
_PURPOSE: Final = 500


def render_edited_team(team: EditedTeam) -> str:
    """Write how to use it, what the team is called, how it is set, who is in it, what it can have.

    Contract:
        Each element only if there is something in it; nothing set, no text. A prompt of more
        than 500 characters shows its head, and its whole length. Whatever the values hold is
        escaped. For another form, another injector: ``evolve(edited_team, render=...)``.

    Complexity: O(characters).

    Source: LobeHub context-engine, group agent builder context: elements and their order; it
    escapes titles and texts, but not ids and models.

    Examples:
        >>> team = EditedTeam(id="g1", title="Trips", members=(EditedMember("s", "Lead"),))
        >>> print("\\n".join(render_edited_team(team).splitlines()[2:]))
        <group_meta>
        <id>g1</id>
        <title>Trips</title>
        </group_meta>
        <group_members count="1">
        <member id="s" role="participant">Lead</member>
        </group_members>
        </current_group_context>
    """
    sections = (
        section("group_meta", told("id", team.id), told("title", team.title)),
        _configuration(team),
        _supervisor(team),
        listed("group_members", map(_member, team.members)),
        render_official_tools(team.official_tools),
    )
    kept = [one for one in sections if one]
    if not kept:
        return ""
    return enclose("current_group_context", tag("instruction", _instruction(team)), *kept)


def _instruction(team: EditedTeam) -> str:
    invite = say_tool(team.invite_tool, "the tool that invites agents")
    remove = say_tool(team.remove_tool, "the tool that removes agents")
    prompt = say_tool(team.prompt_tool, "the tool that changes the prompt")
    configure = say_tool(team.configuration_tool, "the tool that changes the configuration")
    return (
        "This is the group of agents that is being edited, as it is now. Use it to answer "
        "questions about the group and to decide on changes. A member is invited with "
        f"{invite} and removed with {remove}; the prompt that all members share is changed with "
        f"{prompt}, everything else with {configure}."
    )


def _configuration(team: EditedTeam) -> str:
    supervised = None if team.supervised is None else tag("enableSupervisor", team.supervised)
    return section(
        "group_config",
        told("scene", team.scene),
        supervised or "",
        excerpt("systemPrompt", team.purpose, longest=_PURPOSE),
        told("openingMessage", team.opening_message),
        questions(team.opening_questions, counted=True),
    )


def _supervisor(team: EditedTeam) -> str:
    model = "" if is_blank(team.supervisor_model) else team.supervisor_model
    return section(
        "supervisor_agent_config",
        tag("model", model, provider=team.supervisor_provider or "unknown") if model else "",
        joined("enabled_skills", team.supervisor_plugins),
    )


def _member(one: EditedMember) -> str:
    role = "supervisor" if one.supervisor else "participant"
    return tag("member", titled(one.title, one.description), id=one.id, role=role)


edited_team: Final = Injector("edited_team", PREAMBLE, EditedTeam, render_edited_team)
