"""The facts that follow from the tools one step offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ctxfn.errors import check_argument
from ctxfn.facts.activations import ActivatedTool, Activations
from ctxfn.facts.force_finish import ForceFinish
from ctxfn.facts.tool_discovery import DiscoverableTool, ToolDiscovery
from ctxfn.facts.tool_instructions import ToolInstructions, ToolManual
from ctxfn.facts.toolset import Toolset
from ctxfn.messages import ToolName
from ctxfn.tools import Manifest, ResolvedTools

__all__ = [
    "activations_of",
    "force_finish_of",
    "tool_discovery_of",
    "tool_facts",
    "tool_instructions_of",
    "toolset_of",
]

_RESOLVED: Final = "what resolve_tools(...) returned"


def toolset_of(resolved: ResolvedTools, /) -> Toolset:
    """Return the declarations to send.

    Contract:
        All functions on offer, in the order of `ResolvedTools.declarations`.

    Complexity: O(functions), once.

    Source: ours.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`.

    Examples:
        >>> from ctxfn.tools import OfferedTool, ToolFunction
        >>> web = OfferedTool(Manifest("web", (ToolFunction("search"),)))
        >>> [one.tool for one in toolset_of(ResolvedTools((web,))).tools]
        [ToolName('web', 'search')]
    """
    check_argument("toolset_of, the tools", resolved, ResolvedTools, _RESOLVED)
    return Toolset(resolved.declarations)


def tool_instructions_of(resolved: ResolvedTools, /) -> ToolInstructions:
    """Return what is said of the packages on offer.

    Contract:
        One manual a package on offer, in the order they were switched on; so nothing is told of
        what is off.

    Complexity: O(functions).

    Source: LobeHub context-engine, which tells the system roles of enabled manifests.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`.

    Examples:
        >>> from ctxfn.tools import OfferedTool
        >>> maps = OfferedTool(Manifest("maps", title="Maps", instructions="Metric units."))
        >>> tool_instructions_of(ResolvedTools((maps,))).manuals[0].instructions
        'Metric units.'
    """
    check_argument("tool_instructions_of, the tools", resolved, ResolvedTools, _RESOLVED)
    return ToolInstructions(tuple(_manual(one.manifest) for one in resolved.offered))


def activations_of(resolved: ResolvedTools, /) -> Activations:
    """Return which packages' declarations this request carries.

    Contract:
        All packages on offer with their functions, whether switched on late or there from the
        beginning: their texts need not stand in results of old activations as well. Skills are
        not known here.

    Complexity: O(functions).

    Source: ours.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`.

    Examples:
        >>> from ctxfn.tools import OfferedTool, ToolFunction
        >>> web = OfferedTool(Manifest("web", (ToolFunction("search"),)))
        >>> activations_of(ResolvedTools((web,))).tools
        (ActivatedTool(identifier='web', functions=('search',)),)
    """
    check_argument("activations_of, the tools", resolved, ResolvedTools, _RESOLVED)
    tools = (
        ActivatedTool(one.identifier, tuple(name.api for name in one.manifest.tools))
        for one in resolved.offered
    )
    return Activations(tuple(tools))


def tool_discovery_of(
    resolved: ResolvedTools,
    discoverable: Iterable[Manifest],
    /,
    *,
    activator: ToolName | str | None = None,
) -> ToolDiscovery:
    """Return the packages of *discoverable* that are off and may be switched on.

    Contract:
        In their order, each once, without those on offer and those refused. A turn that has to end
        discovers nothing. An *activator* that is not on offer is not named.

    Complexity: O(packages).

    Source: LobeHub context-engine: all that is discoverable, less what is enabled.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`, a package no `Manifest`, the activator no name of
            a tool.

    Examples:
        >>> from ctxfn.tools import OfferedTool
        >>> web, maps = Manifest("web"), Manifest("maps", title="Maps")
        >>> [one.name for one in tool_discovery_of(ResolvedTools((OfferedTool(web),)), [web, maps]).tools]
        ['Maps']
    """
    check_argument("tool_discovery_of, the tools", resolved, ResolvedTools, _RESOLVED)
    packages = _packages(discoverable)
    check_argument("the activator", activator, ToolName | str | None, "the name of a tool, or None")
    named = activator if _is_offered(activator, resolved) else None
    if resolved.finished:
        return ToolDiscovery((), named)
    without = {*resolved.identifiers, *(one.identifier for one in resolved.refused)}
    found = {one.identifier: one for one in packages if one.identifier not in without}
    tools = (
        DiscoverableTool(one.identifier, one.title or one.identifier, one.description or "")
        for one in found.values()
    )
    return ToolDiscovery(tuple(tools), named)


def force_finish_of(resolved: ResolvedTools, /, *, steps: int | None = None) -> ForceFinish | None:
    """Return that the turn has to end, if it has.

    Told with the empty set of tools, since one without the other fails: a model offered tools
    uses them, and one that misses them without a word writes calls as text.

    Contract:
        None unless `ResolvedTools.finished`.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`.

    Examples:
        >>> force_finish_of(ResolvedTools(finished=True), steps=8)
        ForceFinish(steps=8)
        >>> force_finish_of(ResolvedTools()) is None
        True
    """
    check_argument("force_finish_of, the tools", resolved, ResolvedTools, _RESOLVED)
    return ForceFinish(steps) if resolved.finished else None


def tool_facts(
    resolved: ResolvedTools,
    /,
    *,
    discoverable: Iterable[Manifest] = (),
    activator: ToolName | str | None = None,
    steps: int | None = None,
) -> tuple[object, ...]:
    """Return all facts that follow from *resolved*, to be told to a context.

    Contract:
        Toolset, instructions, activations and discovery, and that the turn has to end if it has.

    Complexity: O(functions + discoverable).

    Source: ours.

    Raises:
        InvalidArgument: *resolved* is no `ResolvedTools`, a package no `Manifest`, the activator no name of
            a tool.

    Examples:
        >>> [type(one).__name__ for one in tool_facts(ResolvedTools(finished=True))]
        ['Toolset', 'ToolInstructions', 'Activations', 'ToolDiscovery', 'ForceFinish']
    """
    finish = force_finish_of(resolved, steps=steps)
    return (
        toolset_of(resolved),
        tool_instructions_of(resolved),
        activations_of(resolved),
        tool_discovery_of(resolved, discoverable, activator=activator),
        *(() if finish is None else (finish,)),
    )


def _packages(given: Iterable[Manifest]) -> tuple[Manifest, ...]:
    expected = "the Manifest of each package"
    check_argument("tool_discovery_of, the packages", given, Iterable, expected)
    packages = tuple(given)
    for one in packages:
        check_argument("tool_discovery_of, a package", one, Manifest, expected)
    return packages


def _manual(manifest: Manifest) -> ToolManual:
    return ToolManual(
        manifest.identifier,
        manifest.title,
        manifest.description,
        manifest.instructions,
        tuple(name.api for name in manifest.tools),
        manifest.tells_date,
    )


def _is_offered(activator: ToolName | str | None, resolved: ResolvedTools) -> bool:
    return activator in resolved.names.by_tool or activator in resolved.names.by_wire
