"""Resolve what one step offers, from what an operation began with and what changed since."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.manifests import Manifest
from ctxfn.tools.names import wire_names
from ctxfn.tools.resolved_tools import RefusedActivation, ResolvedTools, WhyRefused
from ctxfn.tools.toolsets import (
    Activation,
    OfferedTool,
    OperationTools,
    StepDelta,
    source_of,
)

__all__ = ["resolve_tools"]

_NO_CHANGE = StepDelta()


@blames_arguments
def resolve_tools(
    operation: OperationTools,
    delta: StepDelta = _NO_CHANGE,
    accumulated: Iterable[Activation] = (),
    /,
    *,
    allowed: Iterable[str | ToolName] | None = None,
    loaded: Iterable[Manifest] = (),
) -> ResolvedTools:
    """Resolve the packages that one step offers.

    Pure: a package that was switched on and whose manifest nobody has is named in `missing`.
    Whoever can load it does (`ctxfn.io.manifests`) and resolves again with *loaded*.

    Contract:
        What the operation offers comes first, then what was switched on, in that order: the
        *accumulated*, then the *delta*'s. What is offered already stays as it is, source and
        all. A manifest is the activation's own, else the pool's, else a loaded one. Refused, and
        told: what is barred, what the model switched on outside what it may, a manifest of
        another identifier. With *allowed* names each package keeps the functions named, a
        package reduced loses its instructions, an empty one is gone; the others are
        `not_allowed`. What the delta switches off is gone; `EVERYTHING`: all, and the turn has
        to end. `known` keeps the manifests of all of that, for names of the past.

    Complexity: O(packages + activations + functions).

    Source: LobeHub context-engine, tool resolver. There an activation without a manifest does
    nothing, all that is switched on counts as builtin, and only `EVERYTHING` is switched off.

    Examples:
        >>> from ctxfn.tools import ToolFunction
        >>> maps = Manifest("maps", (ToolFunction("route"),), "mcp")
        >>> begun = OperationTools((OfferedTool(Manifest("web", (ToolFunction("search"),))),))
        >>> asked = StepDelta((Activation("maps", "mention"),))
        >>> resolve_tools(begun, asked).missing
        ('maps',)
        >>> both = resolve_tools(begun, asked, loaded=[maps])
        >>> [(one.identifier, one.source, one.activated_by) for one in both.offered]
        [('web', 'builtin', None), ('maps', 'mcp', 'mention')]
        >>> over = resolve_tools(begun, StepDelta(deactivated=("*",)))
        >>> over.offered, over.finished, [one.identifier for one in over.known]
        ((), True, ['web'])
    """
    pool = {one.identifier: one for one in (*loaded, *operation.pool)}
    found = {one.identifier: one for one in operation.offered}
    barred = frozenset(operation.barred)
    may = None if operation.activatable is None else frozenset(operation.activatable)
    missing: dict[str, None] = {}
    refused: dict[RefusedActivation, None] = {}
    for one in (*accumulated, *delta.activated):
        if one.identifier in found:
            continue
        manifest = one.manifest or pool.get(one.identifier)
        why = _refusal(one, barred, may)
        if why is not None:
            refused[RefusedActivation(one.identifier, one.source, why)] = None
        elif manifest is None:
            missing[one.identifier] = None
        else:
            found[one.identifier] = _switched_on(one, manifest)
    gone = frozenset(delta.deactivated)
    left = () if delta.finishes else tuple(one for name, one in found.items() if name not in gone)
    offered, not_allowed = (left, ()) if allowed is None else _allowed(left, frozenset(allowed))
    return ResolvedTools(
        offered,
        tuple(one.manifest for one in found.values()),
        tuple(name for name in missing if name not in found),
        tuple(refused),
        tuple(name for name in dict.fromkeys(delta.deactivated) if name in found),
        not_allowed,
        delta.finishes,
    )


def _refusal(
    activation: Activation, barred: frozenset[str], may: frozenset[str] | None
) -> WhyRefused | None:
    name, manifest = activation.identifier, activation.manifest
    if name in barred:
        return "barred"
    if activation.source == "discovery" and may is not None and name not in may:
        return "not activatable"
    return None if manifest is None or manifest.identifier == name else "another manifest"


def _switched_on(activation: Activation, manifest: Manifest) -> OfferedTool:
    by = activation.source
    return OfferedTool(manifest, source_of(manifest, by), activation.executor, by, activation.step)


def _allowed(
    offered: tuple[OfferedTool, ...], wanted: frozenset[str | ToolName]
) -> tuple[tuple[OfferedTool, ...], tuple[ToolName, ...]]:
    """Keep the functions that are *wanted*, by their own names or those on the wire."""
    names = wire_names(tool for one in offered for tool in one.manifest.tools)
    may = {tool for tool, wire in names.pairs if tool in wanted or wire in wanted}
    reduced = (_reduced(one, may) for one in offered)
    kept = tuple(one for one in reduced if one.manifest.functions)
    return kept, tuple(tool for tool in names.tools if tool not in may)


def _reduced(offered: OfferedTool, may: set[ToolName]) -> OfferedTool:
    manifest = offered.manifest
    kept = tuple(
        one
        for one in manifest.functions
        if ToolName(manifest.identifier, one.name, manifest.kind) in may
    )
    if len(kept) == len(manifest.functions):
        return offered
    less = evolve(manifest, functions=kept, instructions=None, tells_date=False)
    return evolve(offered, manifest=less, whole=False)
