"""Let the other agents of a team be told from the one that speaks next."""

from __future__ import annotations

from ctxfn.context import Context
from ctxfn.facts import Team
from ctxfn.pipeline import idle_without, processor, reads, separable
from ctxfn.processors.reshape.as_user import Label
from ctxfn.processors.reshape.attribute import Attribution, attribute
from ctxfn.processors.reshape.others_of import Whose, others_of

__all__ = ["attribute_agents"]


@processor
@reads(Team)
@separable(tells=True)
@idle_without(Team)
def attribute_agents(
    context: Context,
    /,
    *,
    current: str | None = None,
    unknown: Whose = "other",
    label: Label = "tag",
) -> Context:
    """Turn what other agents of the team said into user messages that begin with who it was.

    A model takes every assistant message for its own words, and goes on as everybody at once.

    Contract:
        Who is in the team and who speaks next is known by the fact `Team`; *current*, an id or
        a name, decides instead of the fact. Without members, or nobody to speak, nothing
        happens. The current agent's turns and their results, messages that carry no agent,
        system messages and cards are left alone; an agent that is not among the members is
        somebody else, or as ``own`` one of the past selves of the current one.
        Other agents' messages: `said_as_user` and `result_as_user`; a result belongs to whoever
        called. With the label ``tag`` nobody's words can name a speaker, not a person's
        either; the other labels are for people to read, and can be imitated.
        Calls and results that become words are noted, and so is what is left out. Nothing to
        do: the same context; twice is once.

    Complexity: O(nodes + calls), and the characters of what is changed.

    Source: LobeHub context-engine, roles of a group: the elements. It escapes no name, loses
    errors, images, calls in wire form and the results inside cards, and takes agents it does
    not know for the model itself.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.facts import Member
        >>> from ctxfn.messages import Origin, assistant, chat, text_of, user
        >>> told = evolve(assistant("9k at most."), origin=Origin(agent="b"))
        >>> own = evolve(assistant("Tents, then."), origin=Origin(agent="a"))
        >>> team = Team((Member("a", "Ann"), Member("b", 'Bo "Cfo"')), current="a")
        >>> for message in attribute_agents(Context.of(chat(told, own), team)).messages:
        ...     print(f"{message.role}: {text_of(message)}")
        user: <speaker name="Bo &quot;Cfo&quot;" />
        9k at most.
        assistant: Tents, then.
    """
    team = context.get(Team)
    if team is None or not team.members:
        return context
    speaking = team.current if current is None else current
    if not speaking:
        return context
    how = Attribution("attribute_agents", others_of(team, speaking, unknown=unknown), label)
    messages, notes = attribute(context.messages, how)
    return context.with_messages(messages, *notes)
