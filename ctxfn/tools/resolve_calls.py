"""Resolve the calls of one answer to the tools that were offered, and to no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Call, ToolName
from ctxfn.tools.names import WireNames
from ctxfn.tools.read_name import NameReading, explain_name

__all__ = ["ResolvedCalls", "UnresolvedCall", "resolve_call", "resolve_calls"]


@frozen
class UnresolvedCall:
    """A call that names no tool on offer, or not beyond doubt; nothing may run for it."""

    call: Call
    reading: NameReading

    @property
    def reason(self) -> str:
        """Say in words why, as one may tell the model."""
        return self.reading.reason


class ResolvedCalls(NamedTuple):
    """The calls that may run, each with the name of its tool, and those that may not."""

    resolved: tuple[Call, ...]
    unresolved: tuple[UnresolvedCall, ...]


@blames_arguments
def resolve_call(
    call: Call, offered: WireNames, /, *, mend_garbled: bool = False
) -> Call | UnresolvedCall:
    """Give *call* the name of the offered tool that it means.

    Contract:
        Its tool is then one of *offered*: a name on the wire is read as `read_name` does, a
        tool's own name is looked up, and one that differs in its kind alone is the offered one if
        there is but one. Anything else is unresolved, with the reason. Id, arguments (as the
        model wrote them) and signature stay. A call that names its tool already is the same
        object.

    Complexity: that of `read_name`.

    Source: LobeHub's tool name resolver, which passes on what was never offered.

    Examples:
        >>> from ctxfn.messages import call
        >>> from ctxfn.tools import wire_names
        >>> offered = wire_names([ToolName("web", "search")])
        >>> resolve_call(Call("c1", "search", '{"q": 1}'), offered).tool
        ToolName('web', 'search')
        >>> print(resolve_call(Call("c2", "web____delete"), offered).reason)
        'web____delete' is no tool that was offered
    """
    tool = call.tool
    if isinstance(tool, ToolName):
        return _of_tool(call, tool, offered)
    reading = explain_name(tool, offered, mend_garbled=mend_garbled)
    meant = reading.tool
    return UnresolvedCall(call, reading) if meant is None else evolve(call, tool=meant)


@blames_arguments
def resolve_calls(
    calls: Iterable[Call], offered: WireNames, /, *, mend_garbled: bool = False
) -> ResolvedCalls:
    """Resolve all *calls* of one answer; one that fails leaves the others alone.

    Contract:
        Every call is in the answer once, in the order of the calls: as `resolve_call` resolves it.

    Complexity: the sum over the calls.

    Source: LobeHub's tool name resolver, where one call without a name ends all of them.

    Examples:
        >>> from ctxfn.tools import wire_names
        >>> both = (Call("c1", "web____search"), Call("c2", ""))
        >>> done = resolve_calls(both, wire_names([ToolName("web", "search")]))
        >>> [one.id for one in done.resolved], [one.call.id for one in done.unresolved]
        (['c1'], ['c2'])
    """
    resolved: list[Call] = []
    unresolved: list[UnresolvedCall] = []
    for call in calls:
        match resolve_call(call, offered, mend_garbled=mend_garbled):
            case UnresolvedCall() as failed:
                unresolved.append(failed)
            case Call() as done:
                resolved.append(done)
    return ResolvedCalls(tuple(resolved), tuple(unresolved))


def _of_tool(call: Call, tool: ToolName, offered: WireNames) -> Call | UnresolvedCall:
    if tool in offered.by_tool:
        return call
    wire = f"{tool.identifier}.{tool.api}"
    same = tuple(
        one for one in offered.tools if (one.identifier, one.api) == (tool.identifier, tool.api)
    )
    if len(same) == 1:
        return evolve(call, tool=same[0])
    return UnresolvedCall(call, NameReading(wire, "unread", same))
