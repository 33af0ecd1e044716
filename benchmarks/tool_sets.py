"""Tools: selecting and naming what a request offers, beside the twin on dicts."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any, Final

from benchmarks import twins
from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from ctxfn.messages import Call
from ctxfn.tools import (
    EnableRules,
    Manifest,
    OfferedTool,
    OperationTools,
    declare,
    read_manifests,
    resolve_calls,
    resolve_tools,
    select_tools,
    wire_names,
)

__all__ = ["packages", "tool_figures"]

#: Far more than anybody offers: what is fast here is nothing in a request.
_COUNT: Final = 200
_FUNCTIONS: Final = 5


def packages(count: int) -> list[dict[str, Any]]:
    """Make up so many rows of packages, every tenth with a name that has to be hashed."""
    return [_package(number) for number in range(count)]


def _package(number: int) -> dict[str, Any]:
    inner = {"type": "object", "properties": {"unit": {"type": "string"}}}
    schema = {"type": "object", "properties": {"place": {"type": "string"}, "options": inner}}
    return {
        "identifier": f"@acme/package-{number}" if number % 10 == 0 else f"package-{number}",
        "type": ("builtin", "mcp", "default")[number % 3],
        "meta": {"title": f"Package {number}"},
        "api": [
            {
                "name": f"function_{place}",
                "description": "Does one thing.",
                "parameters": copy.deepcopy(schema),
            }
            for place in range(_FUNCTIONS)
        ],
    }


def tool_figures(rounds: int) -> list[Figure]:
    """Time selection, naming and resolution of many packages against their twins."""
    rows = packages(_COUNT)
    names = [row["identifier"] for row in rows]
    on = dict.fromkeys(names, True)
    manifests = read_manifests(rows).manifests
    rules = EnableRules.of(on)
    selected = best_of(
        rounds,
        frozen=Rival(partial(_selected, manifests, names, rules)),
        twin=Rival(
            lambda given: twins.select_tools(
                given, names, enabled=lambda row: on.get(row["identifier"], False)
            ),
            lambda: copy.deepcopy(rows),
        ),
    )
    return [
        *_of_names(manifests, rounds),
        Figure("select and declare 1,000 tools", selected["frozen"], " ms"),
        _ratio("the same / twin in place", selected),
    ]


def _of_names(manifests: tuple[Manifest, ...], rounds: int) -> list[Figure]:
    tools = [tool for one in manifests for tool in one.tools]
    offered = wire_names(tools)
    calls = [Call("c", wire) for wire in offered.wires]
    begun = OperationTools(tuple(map(OfferedTool, manifests)))
    parts = [(tool.identifier, tool.api, tool.kind) for tool in tools]
    took = best_of(
        rounds,
        frozen=Rival(lambda: wire_names(tools)),
        twin=Rival(lambda: {twins.wire_name(*one): one for one in parts}),
        read=Rival(lambda: resolve_calls(calls, offered)),
        step=Rival(lambda: resolve_tools(begun).names),
    )
    return [
        Figure("names of 1,000 tools, no two alike", took["frozen"], " ms"),
        _ratio("the same / twin, which lets them clash", took),
        Figure("resolve 1,000 calls", took["read"], " ms"),
        Figure(
            "resolve a step that offers 1,000 tools, declarations and names", took["step"], " ms"
        ),
    ]


def _ratio(what: str, took: dict[str, float]) -> Figure:
    return Figure(what, took["frozen"] / took["twin"], "×")


def _selected(manifests: tuple[Manifest, ...], names: list[str], rules: EnableRules) -> object:
    return declare(select_tools(manifests, names, enabled=rules).manifests, order="given")
