"""Say what one step switches on and off, and carry it over to the steps behind it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.tools.manifests import Manifest
from ctxfn.tools.select_tools import ToolSelection
from ctxfn.tools.toolsets import (
    EVERYTHING,
    Activation,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolSource,
    source_of,
)

__all__ = ["accumulate", "operation_tools", "step_delta"]


@blames_arguments
def operation_tools(
    selection: ToolSelection,
    /,
    *,
    pool: Iterable[Manifest] = (),
    sources: Iterable[tuple[str, ToolSource]] = (),
    executors: Iterable[tuple[str, str]] = (),
    activatable: Iterable[str] | None = None,
    barred: Iterable[str] = (),
) -> OperationTools:
    """Begin an operation with the packages of *selection*.

    Contract:
        Offered is what was selected, in its order, from the source that *sources* names, else the
        one its manifest tells. What is *barred* is neither offered nor in the pool.

    Complexity: O(packages).

    Source: LobeHub context-engine, its operation-level tool set.

    Examples:
        >>> chosen = ToolSelection((Manifest("web"), Manifest("maps", kind="mcp")))
        >>> begun = operation_tools(chosen, executors=[("maps", "server")])
        >>> [(one.identifier, one.source, one.executor) for one in begun.offered]
        [('web', 'builtin', None), ('maps', 'mcp', 'server')]
    """
    told, by, without = dict(sources), dict(executors), dict.fromkeys(barred)
    offered = (
        OfferedTool(one, told.get(one.identifier) or source_of(one), by.get(one.identifier))
        for one in selection.manifests
        if one.identifier not in without
    )
    return OperationTools(
        tuple(offered),
        tuple(one for one in pool if one.identifier not in without),
        None if activatable is None else tuple(activatable),
        tuple(without),
    )


@blames_arguments
def step_delta(
    enabled: Iterable[str] = (),
    /,
    *,
    device: str | None = None,
    device_manifest: Manifest | None = None,
    device_executor: str | None = None,
    mentioned: Iterable[str] = (),
    force_finish: bool = False,
) -> StepDelta:
    """Say what this step switches on beyond what is *enabled*, and whether it ends the turn.

    Contract:
        With the id of an active *device* and the manifest of its tools, these are switched on;
        then each package that was *mentioned*, once. What is enabled already is not switched
        on again. *force_finish* switches everything off.

    Complexity: O(identifiers).

    Source: LobeHub context-engine, step tool delta. There a mention brings no manifest and
    so does nothing; here it takes the one that is known, or asks for it.

    Examples:
        >>> delta = step_delta(["web"], mentioned=["maps", "web"], force_finish=True)
        >>> [(one.identifier, one.source) for one in delta.activated], delta.finishes
        ([('maps', 'mention')], True)
    """
    found: dict[str, Activation] = {}
    if device and device_manifest is not None:
        name = device_manifest.identifier
        found[name] = Activation(name, "device", device_manifest, device_executor)
    for name in mentioned:
        found.setdefault(name, Activation(name, "mention"))
    known = frozenset(enabled)
    return StepDelta(
        tuple(one for name, one in found.items() if name not in known),
        (EVERYTHING,) if force_finish else (),
    )


@blames_arguments
def accumulate(
    accumulated: Iterable[Activation], delta: StepDelta, /, *, step: int
) -> tuple[Activation, ...]:
    """Return what is switched on after *step*: *accumulated*, and what *delta* added.

    Contract:
        In the order they were switched on; of activations that differ in nothing but their step
        the first, so that a package which is refused by one way may come by another. What the
        delta switched off by its identifier is gone for good.

    Complexity: O(activations).

    Source: LobeHub context-engine, accumulated activations.

    Examples:
        >>> one = accumulate((), StepDelta((Activation("maps", "mention"),)), step=1)
        >>> two = accumulate(one, StepDelta((Activation("maps", "mention"),)), step=2)
        >>> two == one, one[0].step
        (True, 1)
    """
    kept: dict[Activation, Activation] = {}
    for one in accumulated:
        kept.setdefault(evolve(one, step=None), one)
    for one in delta.activated:
        kept.setdefault(evolve(one, step=None), evolve(one, step=step))
    return tuple(one for one in kept.values() if one.identifier not in delta.deactivated)
