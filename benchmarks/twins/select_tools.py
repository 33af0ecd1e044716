"""Select and declare tools from rows of manifests, on dicts and lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.twins.wire_name import wire_name

__all__ = ["select_tools"]

Row = dict[str, Any]


def select_tools(
    manifests: Iterable[Row],
    requested: Iterable[str],
    *,
    defaults: Iterable[str] = (),
    excluded: Iterable[str] = (),
    skip_defaults: bool = False,
    functions: bool = True,
    enabled: Callable[[Row], bool] | None = None,
) -> Row:
    """Return wire tools and why the others are not there; parameters are changed in place."""
    known = {row["identifier"]: row for row in manifests}
    asked = list(requested)
    if not skip_defaults:
        asked += [one for one in defaults if one not in excluded]
    chosen: list[Row] = []
    filtered: list[Row] = []
    seen: set[str] = set()
    for identifier in asked:
        if identifier in seen:
            continue
        seen.add(identifier)
        row = known.get(identifier)
        if row is None:
            filtered.append({"id": identifier, "reason": "not_found"})
        elif not functions:
            filtered.append({"id": identifier, "reason": "incompatible"})
        elif enabled is not None and not enabled(row):
            filtered.append({"id": identifier, "reason": "disabled"})
        else:
            chosen.append(row)
    return {
        "tools": [tool for row in chosen for tool in _tools(row)],
        "enabled": [row["identifier"] for row in chosen],
        "filtered": filtered,
    }


def _tools(row: Row) -> list[Row]:
    tools: dict[str, Row] = {}
    for api in row["api"]:
        name = wire_name(row["identifier"], api["name"], row.get("type", "builtin"))
        parameters = api.get("parameters")
        if parameters is not None:
            _require(parameters)
        function = {"name": name, "description": api.get("description", "")}
        if parameters is not None:
            function["parameters"] = parameters
        tools.setdefault(name, {"type": "function", "function": function})
    return list(tools.values())


def _require(schema: Any) -> None:
    """Give each object below *schema* a list of what it requires."""
    if isinstance(schema, list):
        for inner in schema:
            _require(inner)
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and not isinstance(schema.get("required"), list):
        schema["required"] = []
    for inner in schema.get("properties", {}).values():
        _require(inner)
    for key in ("items", "anyOf", "oneOf", "allOf"):
        _require(schema.get(key))
