"""Which tool gave a result, and whether it is one of those that were named."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TypeAlias

from ctxfn.messages import Assistant, Call, Node, ToolName, ToolResult, pair
from ctxfn.tools import is_tool_of, split_name, wire_name

__all__ = ["Named", "calls_of_results", "is_one_of", "tool_of"]

#: A tool as records hold it: its name, a name on the wire, or nothing.
Named: TypeAlias = ToolName | str | None


def calls_of_results(messages: Sequence[Node]) -> dict[int, Call]:
    """Map the place of each result to the call it answers; orphans are not in it.

    Complexity: O(messages).
    """
    found: dict[int, Call] = {}
    for place, results in pair(messages).answers.items():
        asked = messages[place.message]
        if isinstance(asked, Assistant):
            found.update((index, asked.calls[place.call]) for index in results)
    return found


def tool_of(result: ToolResult, call: Call | None) -> Named:
    """Return the tool that gave *result*: its own word for it, else that of its *call*."""
    return result.tool or (call.tool if call is not None else None)


@functools.lru_cache(maxsize=4096)
def is_one_of(tool: Named, names: tuple[str, ...]) -> bool:
    """Say whether *tool* is one of *names*: packages, functions as on the wire, or bare names.

    Contract:
        A package names all its functions. Of a function written with its package the kind does
        not count. Case counts.

    Complexity: O(names); remembered, since few tools are asked about, of many results.

    Source: ours.

    Examples:
        >>> is_one_of(ToolName("files", "read"), ("files",)), is_one_of("files____read", ("files",))
        (True, True)
        >>> is_one_of(ToolName("files", "read"), ("files____write", "read"))
        False
        >>> is_one_of("files____read____mcp", ("files____read",))
        True
    """
    return tool is not None and any(_is(tool, name) for name in names)


def _is(tool: ToolName | str, name: str) -> bool:
    function = split_name(name)
    if isinstance(tool, str):
        if tool == name or is_tool_of(tool, name):
            return True
        read = split_name(tool)
        return function is not None and (
            tool == wire_name(function) or (read is not None and _same(read, function))
        )
    return name == tool.identifier or (function is not None and _same(tool, function))


def _same(one: ToolName, other: ToolName) -> bool:
    return (one.identifier, one.api) == (other.identifier, other.api)
