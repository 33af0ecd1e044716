"""Small inputs with a verdict: what a tool is called, and which tool a call means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxfn.messages import ToolName
from ctxfn.tools import WireNames, is_wire_name, read_name, split_name, wire_name, wire_names

CASES: tuple[dict[str, Any], ...] = tuple(
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "structural_names.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
)

BY_DECISION = {
    "resolve-0009": [],
    "resolve-0051": [],
    "resolve-0063": [],
    "resolve-0017": [("call_2", "trains", "find_trip", "mcp")],
    "resolve-0071": [("call_2", "web", "search", "default")],
}
"""Where the verdict and docs/decisions/0002-names.md differ: what ours answers."""


def cases_of(processor: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["processor"] == processor]


def accepted(case: dict[str, Any]) -> list[Any]:
    match case["verdict"]:
        case "right":
            return [case["output"]]
        case "peer-bug":
            return [case["right"], *case.get("alts", [])]
        case _:
            return [case["output"], *case["options"]]


def offer_of(config: dict[str, Any]) -> WireNames:
    known = wire_names(
        ToolName(identifier, api["name"], manifest["type"])
        for identifier, manifest in config.get("manifests", {}).items()
        for api in manifest["api"]
    )
    offered = config.get("offeredToolNames")
    if offered is None:
        return known
    return wire_names(tool for name in offered if (tool := read_name(name, known)) is not None)


def told(call_id: str, tool: ToolName | None) -> list[tuple[str, str, str, str]]:
    return [] if tool is None else [(call_id, tool.identifier, tool.api, tool.kind)]


def flat(calls: list[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    return [(call["id"], call["identifier"], call["apiName"], call["type"]) for call in calls]


@pytest.mark.parametrize("case", cases_of("ToolNameResolver.generate"))
def test_the_name_is_acceptable(case: dict[str, Any]) -> None:
    config = case["config"]
    limit = config.get("maxLength", 64)
    tool = ToolName(config["identifier"], config["name"], config.get("type", "builtin"))
    name = wire_name(tool, limit=limit)
    by_rules = (
        is_wire_name(name, limit=limit)
        and read_name(name, wire_names([tool], limit=limit)) == tool
        and f"at most {limit} characters" in case.get("right", {}).get("rules", ())
    )

    assert by_rules or {"name": name} in accepted(case)


@pytest.mark.parametrize("case", cases_of("ToolNameResolver.resolve"))
def test_the_call_is_resolved_acceptably(case: dict[str, Any]) -> None:
    names = offer_of(case["config"])
    calls = [(call["id"], call["function"]["name"] or "") for call in case["config"]["toolCalls"]]
    resolved = [one for call_id, name in calls for one in told(call_id, read_name(name, names))]
    decided = BY_DECISION.get(case["id"])

    assert resolved in (
        [flat(answer) for answer in accepted(case)] if decided is None else [decided]
    )


@pytest.mark.parametrize("case", [case for case in CASES if case["id"] in BY_DECISION])
def test_splitting_gives_what_the_verdict_says_where_we_decided_otherwise(
    case: dict[str, Any],
) -> None:
    [call] = case["config"]["toolCalls"]

    assert [told(call["id"], split_name(call["function"]["name"]))] == [
        flat(answer) for answer in accepted(case)
    ]
