"""Twice the tools cost twice the work: counted in lines run, not in seconds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ctxfn.messages import Call, ToolName, freeze
from ctxfn.tools import (
    Activation,
    Manifest,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolFunction,
    accumulate,
    declare,
    name_among,
    normalise_parameters,
    read_manifests,
    read_name,
    resolve_calls,
    resolve_tools,
    select_tools,
    wire_names,
    write_manifest,
)
from tests.laws.test_growth import lines_run

SCHEMA = freeze({"type": "object", "properties": {"at": {"type": "object"}}})


def packages(count: int) -> list[Manifest]:
    """Return so many packages of two functions."""
    functions = (ToolFunction("go", parameters=SCHEMA), ToolFunction("a____b"))
    return [Manifest(f"p{number * 7919 % count}", functions, "mcp") for number in range(count)]


def tools(count: int) -> list[ToolName]:
    return [tool for one in packages(count) for tool in one.tools]


def ask_for_all(count: int) -> object:
    known = packages(count)
    names = [one.identifier for one in known]
    return select_tools(known, names, defaults=names, excluded_defaults=names, barred=names)


def switch_all_on(count: int) -> object:
    known = packages(count)
    begun = OperationTools(tuple(map(OfferedTool, known[::2])), tuple(known), None, ("x",) * count)
    on = StepDelta(tuple(Activation(one.identifier, "mention") for one in known))
    resolved = resolve_tools(begun, on, accumulate((), on, step=1), allowed=tools(count))
    return resolved.declarations, resolved.names, resolved.by_identifier


def read_all(count: int) -> object:
    offered = wire_names(tools(count))
    calls = [Call("c", wire) for wire in offered.wires]
    older = [Call("c", f"{tool.identifier}____{tool.api}____mcp") for tool in offered.tools]
    return resolve_calls([*calls, *older], offered)


def deep(count: int) -> object:
    schema: dict[str, object] = {"type": "object"}
    for _ in range(count):
        schema = {"type": "object", "properties": {"a": schema}}
    return normalise_parameters(freeze(schema))


WORK: dict[str, Callable[[int], object]] = {
    "wire_names": lambda count: wire_names(tools(count)),
    "read_name, unread": lambda count: read_name("p____q", wire_names(tools(count))),
    "read_name, separators": lambda count: read_name("____" * count, wire_names(tools(count))),
    "name_among": lambda count: name_among(ToolName("gone", "go"), wire_names(tools(count))),
    "resolve_calls": read_all,
    "declare": lambda count: declare(packages(count)),
    "select_tools": ask_for_all,
    "resolve_tools": switch_all_on,
    "read_manifests": lambda count: read_manifests(map(write_manifest, packages(count))),
    "normalise_parameters": deep,
}


@pytest.mark.parametrize("work", WORK)
def test_tools_grow_no_faster_than_they_are_many(work: str) -> None:
    run = WORK[work]
    run(3)
    one = lines_run(lambda: run(60))

    assert lines_run(lambda: run(240)) / one < 5
