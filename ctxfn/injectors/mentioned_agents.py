"""The agents a person named: they are to answer, not the model."""

from __future__ import annotations

from typing import Final

from pyrsistent import pvector

from ctxfn.facts import MentionedAgents
from ctxfn.injectors.say_tool import say_tool
from ctxfn.messages import (
    Block,
    Messages,
    Node,
    Origin,
    User,
    enclose,
    inject,
    last_said,
    reuse,
    tag,
)
from ctxfn.slots import Injector, Slot

__all__ = ["mentioned_agents", "render_mentioned_agents"]

_OURS: Final = Origin(ours="behind_last_user")


def render_mentioned_agents(mentioned: MentionedAgents) -> str:
    """Write that the agents are to be called, and which; none, no text.

    The message stands right behind the last thing a person said, as a message of ours: it is
    about that message, and instructs, so it belongs neither to the preamble, which tells, nor
    into the envelope, which is to be used only where it is needed.

    Contract:
        Whatever the values hold is escaped; the tool is named as it stands on the wire. The
        message is of its own kind, so `PREAMBLE` and `TAIL` make theirs besides; placed again
        it is moved behind what was said since. Where nobody spoke there is none.

    Complexity: O(characters); placing it O(messages).

    Source: LobeHub context-engine, agent management context, its second point; the name of
    the tool is fixed there, whatever names the request is written with.

    Examples:
        >>> from ctxfn.facts import MentionedAgent
        >>> print(render_mentioned_agents(MentionedAgents((MentionedAgent("c", "Cy"),))))
        <mentioned_agents>
        <instruction>The person addressed these agents. Call them with the tool \
lobe-agent-management____callAgent, and do not answer in their place.</instruction>
        <agent id="c" name="Cy" />
        </mentioned_agents>
    """
    if not mentioned.agents:
        return ""
    call = say_tool(mentioned.call_tool, "the tool that calls agents")
    instruction = (
        f"The person addressed these agents. Call them with {call}, and do not answer in their "
        "place."
    )
    lines = [tag("agent", id=one.id, name=one.name) for one in mentioned.agents]
    return enclose("mentioned_agents", tag("instruction", instruction), *lines)


def _place(messages: Messages, block: Block) -> Messages:
    """Put our message right behind the last thing a person said, moving it if it stands elsewhere."""
    ours: Node = User(id="ctxfn:behind_last_user", origin=_OURS)
    rest: list[Node] = []
    for node in messages:
        if isinstance(node, User) and node.origin.ours == _OURS.ours:
            ours = node
        else:
            rest.append(node)
    found = last_said(pvector(rest))
    if found is None:
        return messages
    rest.insert(found.place + 1, inject(ours, block))
    return reuse(messages, rest)


#: A place of this injector's own: the five slots are for what may stand anywhere.
_BEHIND: Final = Slot("behind_last_user", _place)

mentioned_agents: Final = Injector(
    "mentioned_agents", _BEHIND, MentionedAgents, render_mentioned_agents
)
