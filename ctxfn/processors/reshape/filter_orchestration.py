"""Take a supervisor's calls that only decide who speaks out of what the others see."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Team
from ctxfn.messages import Assistant, ToolName, ToolResult
from ctxfn.pipeline import idle_without, processor, reads, separable
from ctxfn.processors.reshape.known_as import KnownAs, known_as, member_known_as
from ctxfn.processors.reshape.remove_calls import Removal, remove_calls
from ctxfn.tools import split_name, wire_name

__all__ = ["ORCHESTRATION_APIS", "ORCHESTRATION_TOOLS", "filter_orchestration"]

ORCHESTRATION_TOOLS: Final = ("lobe-group-management",)
ORCHESTRATION_APIS: Final = ("broadcast", "speak", "executeTask", "executeTasks")


@processor
@reads(Team)
@separable(tells=True)
@idle_without(Team)
def filter_orchestration(
    context: Context,
    /,
    *,
    identifiers: tuple[str, ...] = ORCHESTRATION_TOOLS,
    apis: tuple[str, ...] = ORCHESTRATION_APIS,
    current: str | None = None,
) -> Context:
    """Remove a supervisor's calls to functions *apis* of the packages *identifiers*.

    Who was told to speak is no part of the talk, and a participant that sees such calls begins
    to give orders itself.

    Contract:
        Who is a supervisor is known by the fact `Team`; without members nothing happens, nor
        where the current agent is a supervisor: its calls are its own. *current*, an id or a
        name, decides instead of the fact.
        A call goes if both its package and its function are listed, in its stored form or as a
        name on the wire; so an empty list removes nothing. Its results go with it. Words,
        media, other calls, and the same calls by a participant stay; a message left empty goes.
        Each message concerned has a note. Nothing to do: the same context; twice is once.

    Complexity: O(nodes + calls).

    Source: LobeHub context-engine, orchestration filter: the defaults. It removes the words and
    other calls of such a message too, and overlooks calls in wire form.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.facts import Member
        >>> from ctxfn.messages import Origin, assistant, call, chat
        >>> speak = call("c1", ToolName("lobe-group-management", "speak"))
        >>> told = evolve(assistant("Ann, please.", speak), origin=Origin(agent="s"))
        >>> team = Team((Member("s", "Lead", "supervisor"), Member("a", "Ann")), "a")
        >>> context = Context.of(chat(told), team)
        >>> filter_orchestration(context).messages[0].calls
        ()
        >>> filter_orchestration(context, current="s") is context
        True
    """
    team = context.get(Team)
    if team is None or not team.members or _leads(team, current):
        return context
    if team.supervisor is None:
        return context
    names = _Names(identifiers, apis)
    supervised = _Supervisors(team)
    removal = Removal(
        "filter_orchestration",
        "orchestration-call",
        "calls of a supervisor that only decide who speaks",
        lambda message, call: supervised.said(message) and names.hold(call.tool),
        lambda result: supervised.said(result) and names.hold(result.tool),
    )
    messages, notes = remove_calls(context.messages, removal)
    return context.with_messages(messages, *notes)


def _leads(team: Team, current: str | None) -> bool:
    if current is None or current == team.current:
        return team.leads
    member = team.member(current)
    return member is not None and member.role == "supervisor"


class _Supervisors:
    """Remembers which agents are supervisors."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.seen: dict[KnownAs, bool] = {}

    def said(self, message: Assistant | ToolResult) -> bool:
        known = known_as(message)
        if known not in self.seen:
            found = member_known_as(self.team, known)
            self.seen[known] = found is not None and found.role == "supervisor"
        return self.seen[known]


class _Names:
    """The functions listed, as stored and as they are written on the wire."""

    def __init__(self, identifiers: tuple[str, ...], apis: tuple[str, ...]) -> None:
        self.stored = {(identifier, api) for identifier in identifiers for api in apis}
        self.wires = {wire_name(ToolName(*pair)) for pair in self.stored}

    def hold(self, tool: ToolName | str | None) -> bool:
        if isinstance(tool, str):
            if tool in self.wires:
                return True
            tool = split_name(tool)
        return tool is not None and (tool.identifier, tool.api) in self.stored
