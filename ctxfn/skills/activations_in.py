"""What the model activated earlier, read from what its tools answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ctxfn.messages import (
    Assistant,
    Node,
    ToolName,
    ToolResult,
    every_node,
    pair,
)
from ctxfn.skills.activation import Activation

__all__ = ["activations_in"]

#: Packages and functions, each with what its state says: one skill, or a list of them.
_ONE: Final = (("lobe-skills", "activateSkill"), ("lobe-activator", "activateSkill"))
_SEVERAL: Final = (("lobe-skills", "activateTools"), ("lobe-activator", "activateTools"))

Function = tuple[str, str]


def activations_in(
    messages: Iterable[Node],
    /,
    *,
    one: tuple[Function, ...] = _ONE,
    several: tuple[Function, ...] = _SEVERAL,
) -> tuple[Activation, ...]:
    """Collect the skills that results in *messages* say were activated, the latest last.

    *one* and *several* are packages with their function: of those whose state names one skill,
    and of those whose state has a list, `activatedSkills`.

    Contract:
        Messages by themselves, in cards, and in compressed stretches all count. A skill goes
        by the identifier its state tells, else by its name; activated again, it moves to the
        end. A result that tells of an error activates nothing.

    Complexity: O(nodes at any depth).

    Source: LobeHub, how its client gathers activations of earlier turns.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> activate = ToolName("lobe-skills", "activateSkill")
        >>> answer = ToolResult(tool=activate, state=freeze({"id": "pdf", "name": "PDF"}))
        >>> activations_in([answer])
        (Activation(skill='pdf', content=None, by='model', step=None),)
    """
    nodes = tuple(every_node(messages))
    found: dict[str, None] = {}
    for result, function in _answers(nodes, frozenset((*one, *several))):
        state = result.state.shared() if result.state is not None else None
        if result.error is not None or not isinstance(state, dict):
            continue
        listed = state.get("activatedSkills") if function in several else None
        entries = listed if isinstance(listed, list) else []
        if function in one:
            entries = [*entries, state]
        for skill in filter(None, map(_key, entries)):
            found.pop(skill, None)
            found[skill] = None
    return tuple(map(Activation, found))


def _answers(
    nodes: Sequence[Node], wanted: frozenset[Function]
) -> Iterator[tuple[ToolResult, Function]]:
    """Yield results of *wanted* functions; one that does not know its tool asks its call."""
    unnamed = any(isinstance(node, ToolResult) and node.tool is None for node in nodes)
    calls = _calls(nodes) if unnamed else {}
    for place, node in enumerate(nodes):
        if isinstance(node, ToolResult):
            function = _function(node.tool or calls.get(place))
            if function in wanted:
                yield node, function


def _calls(nodes: Sequence[Node]) -> dict[int, ToolName | str]:
    found: dict[int, ToolName | str] = {}
    for place, results in pair(nodes).answers.items():
        asked = nodes[place.message]
        if isinstance(asked, Assistant):
            found.update((index, asked.calls[place.call].tool) for index in results)
    return found


def _function(tool: ToolName | str | None) -> Function:
    if isinstance(tool, ToolName):
        return (tool.identifier, tool.api)
    pieces = (*(tool or "").split("____"), "")
    return (pieces[0], pieces[1])


def _key(entry: object) -> str:
    """Return what a state calls a skill; nothing if it does not."""
    if isinstance(entry, str):
        return entry
    values = (
        [entry.get(key) for key in ("id", "identifier", "name")] if isinstance(entry, dict) else []
    )
    return next((value for value in values if isinstance(value, str) and value), "")
