"""What the model activated earlier, read from what its tools answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from ctxfn.arguments import blames_arguments
from ctxfn.messages import (
    Assistant,
    Mention,
    Node,
    ToolName,
    ToolResult,
    User,
    every_node,
    marks_of,
    pair,
)
from ctxfn.skills.activation import Activation, WhoActivates

__all__ = ["activations_in"]

#: Packages and functions, each with what its state says: one skill, or a list of them.
_ONE: Final = (("lobe-skills", "activateSkill"), ("lobe-activator", "activateSkill"))
_SEVERAL: Final = (("lobe-skills", "activateTools"), ("lobe-activator", "activateTools"))

Function: TypeAlias = tuple[str, str]


@blames_arguments
def activations_in(
    messages: Iterable[Node],
    /,
    *,
    one: tuple[Function, ...] = _ONE,
    several: tuple[Function, ...] = _SEVERAL,
    mentions: bool = False,
) -> tuple[Activation, ...]:
    """Collect the skills that results in *messages* say were activated, the latest last.

    *one* and *several* are packages with their function: of those whose state names one skill,
    and of those whose state has a list, `activatedSkills`. With *mentions* what people named
    counts too: for programs that do not store what was injected then.

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
    found: dict[str, WhoActivates] = {}
    for node, tool in _with_tools(nodes):
        if isinstance(node, ToolResult):
            by: WhoActivates = "model"
            named = _told(node, one=_function(tool) in one, several=_function(tool) in several)
        else:
            by = "mention"
            marks = marks_of(Mention, node) if mentions and isinstance(node, User) else ()
            named = [mark.id for mark in marks if mark.kind == "skill"]
        for skill in named:
            found.pop(skill, None)
            found[skill] = by
    return tuple(Activation(skill, None, by) for skill, by in found.items())


def _told(result: ToolResult, *, one: bool, several: bool) -> list[str]:
    """Return what the state of *result* calls the skills that it activated."""
    state = result.state.shared() if result.state is not None and (one or several) else None
    if result.error is not None or not isinstance(state, dict):
        return []
    listed = state.get("activatedSkills") if several else None
    entries = listed if isinstance(listed, list) else []
    return list(filter(None, map(_key, [*entries, state] if one else entries)))


def _with_tools(nodes: Sequence[Node]) -> Iterator[tuple[Node, ToolName | str | None]]:
    """Yield nodes, results with their tool; one that does not know its tool asks its call."""
    unnamed = any(isinstance(node, ToolResult) and node.tool is None for node in nodes)
    calls = _calls(nodes) if unnamed else {}
    for place, node in enumerate(nodes):
        tool = node.tool or calls.get(place) if isinstance(node, ToolResult) else None
        yield node, tool


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
