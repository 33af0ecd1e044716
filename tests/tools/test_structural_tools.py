"""Small inputs with a verdict: which tools are selected, and why the others are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxfn.tools import (
    Declaration,
    EnableRules,
    ToolSelection,
    declare,
    read_manifests,
    select_tools,
    wire_names,
)

CASES: tuple[dict[str, Any], ...] = tuple(
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "structural_tools.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
)


def accepted(case: dict[str, Any]) -> list[Any]:
    match case["verdict"]:
        case "right":
            return [case["output"]]
        case "peer-bug":
            return [case["right"], *case.get("alts", [])]
        case _:
            return [case["output"], *case["options"]]


def rules_of(config: dict[str, Any]) -> EnableRules | None:
    """Return the rules of a case: absent, one answer for all, a list of what is on, or a map."""
    on: Any = config.get("enableChecker")
    if on is None:
        return None
    if isinstance(on, bool):
        return EnableRules(platform=lambda _: bool(on))
    return EnableRules.of(dict.fromkeys(on, True) if isinstance(on, list) else on)


def selected(config: dict[str, Any]) -> ToolSelection:
    params = config["params"]
    return select_tools(
        read_manifests(config["manifestSchemas"]).manifests,
        params["toolIds"],
        defaults=config.get("defaultToolIds", ()),
        excluded_defaults=params.get("excludeDefaultToolIds", ()),
        skip_defaults=params.get("skipDefaultTools", False),
        functions=config.get("functionCallChecker", True),
        enabled=rules_of(config),
    )


def reduced(selection: ToolSelection) -> dict[str, Any]:
    declared = declare(selection.manifests, order="given")
    names = wire_names(tool for one in selection.manifests for tool in one.tools)
    tools = [
        {"name": wire, **required_of(one)} for wire, one in zip(names.wires, declared, strict=True)
    ]
    return {
        "tools": tools or None,
        "enabledToolIds": list(selection.identifiers),
        "manifests": list(selection.identifiers),
        "filtered": [{"id": one.identifier, "reason": one.reason} for one in selection.left_out],
    }


def required_of(declared: Declaration) -> dict[str, Any]:
    if declared.parameters is None:
        return {}
    schema: Any = declared.parameters.thaw()
    return {"required": schema.get("required")}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_the_selection_is_acceptable(case: dict[str, Any]) -> None:
    assert reduced(selected(case["config"])) in accepted(case)
