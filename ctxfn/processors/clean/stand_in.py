"""The made-up result that stands in for one that never came."""

from __future__ import annotations

import json
from typing import Final

from attrs import evolve

from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Call,
    Origin,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    neutralise,
)
from ctxfn.tools import wire_name

__all__ = ["STEP", "is_stand_in", "stand_in"]

#: The step whose results these are.
STEP: Final = "pair_tool_results"

_written: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: Stand-ins are a line long; a longer text is not worth parsing.
_LONGEST: Final = 2_000


def stand_in(message: Assistant, call: Call, wording: str) -> ToolResult:
    """Make the result that says that *call* of *message* has none."""
    said = {"error": wording, "reason": "missing", "success": False, "synthetic": True}
    tool = _spoken(call.tool)
    if tool:
        said["tool"] = tool
    text = neutralise(_written(said))
    named = f"{message.id}:{call.id}" if message.id else call.id
    if message.origin is NOWHERE:
        origin = Origin(parent=message.id, ours=STEP)
    else:
        origin = evolve(message.origin, parent=message.id, model=None, provider=None, ours=STEP)
    return ToolResult(
        (Text(text),),
        f"{STEP}:{named}",
        call.id,
        call.tool or None,
        ToolError(wording, "missing"),
        synthetic="missing",
        kind=call.kind,
        origin=origin,
    )


def _spoken(tool: ToolName | str) -> str:
    """Write a tool as the model calls it; nothing if the store lost its name."""
    if isinstance(tool, str):
        return tool
    return wire_name(tool) if tool.identifier or tool.api else ""


def is_stand_in(result: ToolResult) -> bool:
    """Say whether *result* was made up: by us, or by whoever stored it as JSON saying so."""
    if result.synthetic is not None:
        return True
    if len(result.parts) != 1 or not isinstance(result.parts[0], Text):
        return False
    text = result.parts[0].text
    if '"synthetic"' not in text or len(text) > _LONGEST:
        return False
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("synthetic") is True
