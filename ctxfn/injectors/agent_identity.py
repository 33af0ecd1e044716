"""What an agent is called, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import AgentIdentity, Team
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.pipeline import reads
from ctxfn.slots import SYSTEM, Injector

__all__ = ["agent_identity", "render_agent_identity", "works_in_a_team"]

_BY_NAME: Final = "When somebody asks who you are, answer with this name."
_BY_TITLE: Final = "When somebody asks who you are, answer with this title."


@reads(Team)
def works_in_a_team(context: Context) -> bool:
    """Say whether several agents share the conversation: then the team says who is who.

    Contract:
        A team without members is none.

    Complexity: O(1).

    Source: LobeHub context-engine, which tells no identity where it tells a group.

    Examples:
        >>> works_in_a_team(Context.of(()))
        False
    """
    team = context.get(Team)
    return team is not None and bool(team.members)


def render_agent_identity(identity: AgentIdentity) -> str:
    """Write name and title and what they are for; neither is known, no text.

    Contract:
        What is blank is left out; both are escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, agent identity.

    Examples:
        >>> print(render_agent_identity(AgentIdentity("Mira", "Copy editor")))
        <agent_identity>
        <name>Mira</name>
        <title>Copy editor</title>
        <instruction>When somebody asks who you are, answer with this name.</instruction>
        </agent_identity>
        >>> render_agent_identity(AgentIdentity())
        ''
    """
    name, title = _known(identity.name), _known(identity.title)
    if name is None and title is None:
        return ""
    lines = [tag(key, said) for key, said in (("name", name), ("title", title)) if said is not None]
    instruction = _BY_TITLE if name is None else _BY_NAME
    return enclose("agent_identity", *lines, tag("instruction", instruction))


def _known(text: str | None) -> str | None:
    return None if text is None or is_blank(text) else text


agent_identity: Final = Injector(
    "agent_identity", SYSTEM, AgentIdentity, render_agent_identity, needless=works_in_a_team
)
