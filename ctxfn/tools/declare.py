"""Make the declarations that a model is sent from the manifests of packages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.declarations import Declaration
from ctxfn.tools.manifests import Manifest, ToolFunction
from ctxfn.tools.names import wire_name
from ctxfn.tools.normalise_parameters import normalise_parameters

__all__ = ["declare"]


@blames_arguments
def declare(
    manifests: Iterable[Manifest],
    /,
    *,
    order: Literal["name", "given"] = "name",
    only_declared: bool = False,
) -> tuple[Declaration, ...]:
    """Declare each function of *manifests* once, its parameters normalised.

    Declarations stand first in what providers cache: the same packages have to make the same
    bytes, in whatever order a search, a map or a database yields them.

    Contract:
        One declaration a function; of one declared twice, the first. By *order* ``name`` sorted by
        wire name, so that the order of *manifests* decides nothing as long as no two have one
        identifier; by ``given`` as they come. Parameters as `normalise_parameters` makes them;
        a function without any has none.

    Complexity: O(functions · log functions), and the size of their schemas.

    Source: LobeHub context-engine, tools engine; there a function can be offered twice, which
    providers refuse.

    Examples:
        >>> from ctxfn.tools import ToolFunction
        >>> web, maps = Manifest("web", (ToolFunction("go"),)), Manifest("maps", (ToolFunction("go"),))
        >>> [one.tool.identifier for one in declare([web, maps])]
        ['maps', 'web']
        >>> [one.tool.identifier for one in declare([web, maps], order="given")]
        ['web', 'maps']
    """
    found: dict[ToolName, ToolFunction] = {}
    for manifest in manifests:
        for one in manifest.functions:
            found.setdefault(ToolName(manifest.identifier, one.name, manifest.kind), one)
    tools = sorted(found, key=_place) if order == "name" else found
    return tuple(_declaration(tool, found[tool], only_declared) for tool in tools)


def _declaration(tool: ToolName, function: ToolFunction, only_declared: bool) -> Declaration:
    parameters = normalise_parameters(function.parameters, only_declared=only_declared)
    return Declaration(tool, function.description, parameters)


def _place(tool: ToolName) -> tuple[str, str, str, str]:
    return (wire_name(tool), tool.identifier, tool.api, tool.kind)
