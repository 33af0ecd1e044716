"""See a conversation of several agents as one of them does."""

from __future__ import annotations

from ctxfn.context import Context
from ctxfn.facts import Team
from ctxfn.pipeline import processor, reads
from ctxfn.processors.reshape.as_user import Label
from ctxfn.processors.reshape.attribute import Attribution, CallsOfOthers, attribute
from ctxfn.processors.reshape.others_of import Whose, others_of

__all__ = ["view_as"]


@processor
@reads(Team)
def view_as(
    context: Context,
    /,
    *,
    agent: str,
    unnamed: Whose = "own",
    label: Label = "tag",
    calls: CallsOfOthers = "text",
) -> Context:
    """Turn everybody's turns but those of *agent* into user messages that begin with who it was.

    For one history that several agents are shown, each from where it stands.

    Contract:
        *agent* is an id or a name; messages are known by their agent's id, else by the name
        they carry. No fact is needed; if `Team` is known, ids and names are one agent's, and
        members go by their names. Assistant messages that carry neither are the agent's own,
        or somebody else's, as *unnamed* says. People, system messages and cards stay.
        Other agents' calls and results become words, or with ``calls="drop"`` they go before
        anything is written as words, so nothing of them is left in a text; both are noted.
        Forms and labels are those of `attribute_agents`. Nothing to do: the same context;
        twice is once, and of two views in a row the second changes only what was the first's.

    Complexity: O(nodes + calls), and the characters of what is changed.

    Source: reports on several frameworks where all agents spoke as the assistant, or an agent
    was sent another's open calls; ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> said = chat(user("A fair?"), assistant("9k.", name="Cfo"), assistant("Tents.", name="Ops"))
        >>> for message in view_as(said, agent="Ops", label="brackets"):
        ...     print(f"{message.role}: {text_of(message)}")
        user: A fair?
        user: [Cfo]: 9k.
        assistant: Tents.
        >>> [message.role for message in view_as(said, agent="Cfo")]
        ['user', 'assistant', 'user']
    """
    others = others_of(context.get(Team) or Team(), agent, unnamed=unnamed)
    messages, notes = attribute(context.messages, Attribution("view_as", others, label, calls))
    return context.with_messages(messages, *notes)
