"""Drop calls that did nothing but hand a conversation from one agent to another."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from fnmatch import translate
from typing import Final

from ctxfn.messages import Call, InvalidJson, Messages, TooDeep, ToolName, ToolResult, parse_json
from ctxfn.pipeline import Changed, processor, separable
from ctxfn.processors.reshape.remove_calls import Removal, remove_calls
from ctxfn.tools import split_name

__all__ = ["HANDOFF_NAMES", "TO_PEOPLE", "drop_handoffs"]

#: The names that public frameworks give such tools. ``transfer_to_<agent>``: OpenAI's Swarm and
#: Agents SDKs, AutoGen, LangGraph's swarm and supervisor (and ``transfer_back_to_``, also in
#: AutoGen's examples), Google ADK (``transfer_to_agent``); ``Handoff-transfer_to_``: the same
#: in Semantic Kernel, with its plugin in front; ``handoff_to_``: Strands (``handoff_to_agent``),
#: Microsoft Agent Framework, older LangGraph supervisors; ``handoff``: LlamaIndex.
HANDOFF_NAMES: Final = (
    "transfer_to_*",
    "transfer_back_to_*",
    "handoff-transfer_to_*",
    "handoff_to_*",
    "handoff_back_to_*",
    "handoff",
)

#: Their counterparts that ask a person, whose answer is the result.
TO_PEOPLE: Final = ("*_to_user", "*_to_human*", "*_to_person", "*_to_operator")


@processor
@separable(tells=True)
def drop_handoffs(
    messages: Messages,
    /,
    *,
    names: tuple[str, ...] = HANDOFF_NAMES,
    but: tuple[str, ...] = TO_PEOPLE,
    keep_to: str | None = None,
) -> Messages | Changed:
    """Remove calls to tools that are called like *names*, with their results.

    Such a call moves control; what it says is said by who speaks next. An agent that sees one
    calls a tool it does not have, or hands the conversation on once more.

    Contract:
        Names are patterns with ``*``, ``?`` and ``[...]``, in any case, for the whole name on
        the wire or the function in it; what is also like one of *but* stays. With *keep_to*
        the hand-offs to that agent stay, known by the name behind the pattern or by an
        argument, spelling aside: so an agent sees how it came to speak, and no other branch.
        Words, media and other calls of a message stay; one left empty goes. Results go with
        their calls, and one whose call is not there goes by the name it carries. Each message
        concerned has a note. Nothing to do: the same messages; twice is once.
        Calls that delegate work and bring an answer back are no hand-offs, and not in the list.

    Complexity: O(nodes + calls), and the characters of names.

    Source: reports on several frameworks: hosts refuse calls to tools that were not declared,
    and parallel hand-offs leave calls without results; ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> moved = assistant(call("h1", "transfer_to_planner"), call("h2", "transfer_to_plotter"))
        >>> said = chat(user("plot it"), moved, tool_result("h1", "moved"))
        >>> [message.role for message in drop_handoffs(said)]
        ['user']
        >>> [one.id for one in drop_handoffs(said, keep_to="Planner")[1].calls]
        ['h1']
    """
    if not names:
        return messages
    handoffs = _Handoffs(names, but, keep_to)
    removal = Removal(
        "drop_handoffs",
        "handoff",
        "calls that only handed the conversation over",
        lambda _, call: handoffs.hold(call),
        handoffs.gave,
    )
    after, notes = remove_calls(messages, removal)
    return Changed(after, tuple(notes)) if notes else after


class _Handoffs:
    """Which calls are hand-offs that go."""

    def __init__(self, names: tuple[str, ...], but: tuple[str, ...], keep_to: str | None) -> None:
        self.names = _patterns(names)
        self.but = _patterns(but)
        self.keep_to = None if keep_to is None else _plain(keep_to)
        self.seen: dict[ToolName | str, bool] = {}

    def hold(self, call: Call) -> bool:
        if not self.named(call.tool):
            return False
        return self.keep_to is None or self.keep_to not in _targets(call)

    def gave(self, result: ToolResult) -> bool:
        return self.keep_to is None and result.tool is not None and self.named(result.tool)

    def named(self, tool: ToolName | str) -> bool:
        if tool not in self.seen:
            written = tuple(name.casefold() for name in _names_of(tool))
            like = any(map(self.names.fullmatch, written))
            self.seen[tool] = like and not any(map(self.but.fullmatch, written))
        return self.seen[tool]


@functools.lru_cache(maxsize=64)
def _patterns(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(translate(name.casefold()) for name in names) or "(?!)")


def _names_of(tool: ToolName | str) -> tuple[str, ...]:
    if isinstance(tool, str):
        stored = split_name(tool)
        return (tool,) if stored is None else (tool, stored.api)
    return (tool.api, f"{tool.identifier}-{tool.api}")


def _targets(call: Call) -> Iterator[str]:
    """Say whom *call* hands over to: by what follows ``to_`` in its name, and by arguments."""
    for name in _names_of(call.tool):
        _, found, agent = name.casefold().partition("to_")
        if found:
            yield _plain(agent)
    try:
        told = parse_json(call.arguments).value
    except (InvalidJson, TooDeep):
        return
    if isinstance(told, dict):
        yield from (_plain(value) for value in told.values() if isinstance(value, str))


def _plain(name: str) -> str:
    """Spell *name* as all frameworks can: letters and digits."""
    return "".join(char for char in name.casefold() if char.isalnum())
