"""Tools: what it costs to offer them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ctxfn.arguments import blames_arguments
from ctxfn.tools import Declaration, wire_name

from .counters import Counter

__all__ = ["measure_tool", "measure_tools"]


@blames_arguments
def measure_tools(tools: Sequence[Declaration], counter: Counter) -> int:
    """Return the tokens of the tools offered: their declarations as compact JSON.

    Contract:
        No tools, no tokens. What a provider calls a tool of its own counts as it is kept.

    Complexity: O(size of the declarations).

    Source: ours; providers render schemas each in their way, JSON is close to all.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> measure_tools((), estimate())
        0
        >>> measure_tools((Declaration("now", "Tell the time."),), estimate()) > 10
        True
    """
    if not tools:
        return 0
    return counter.text(_compact([_declared(tool) for tool in tools]))


@blames_arguments
def measure_tool(tool: Declaration, counter: Counter) -> int:
    """Return the tokens of one *tool*: its declaration as compact JSON.

    Contract:
        The tokens of several together may be a few more or less than their sum.

    Complexity: O(size of the declaration).

    Source: ours.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> measure_tool(Declaration("now", "Tell the time."), estimate()) > 10
        True
    """
    return counter.text(_compact(_declared(tool)))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _declared(tool: Declaration) -> dict[str, object]:
    kept = {key: value.shared() for key, value in tool.extras}
    if tool.kind not in ("function", "custom"):
        return {"type": tool.kind, **kept}
    name = tool.tool if isinstance(tool.tool, str) else wire_name(tool.tool)
    told: dict[str, object] = {"name": name}
    if tool.description is not None:
        told["description"] = tool.description
    if tool.parameters is not None:
        told["parameters"] = tool.parameters.shared()
    if tool.strict is not None:
        told["strict"] = tool.strict
    return {"type": tool.kind, tool.kind: told}
