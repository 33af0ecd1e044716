"""The second judge: the types of Google's own client library, asked content by content."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["complaints"]


@cache
def _type(name: str) -> Any:
    from google.genai import types

    return getattr(types, name)


def complaints(body: Any) -> list[str]:
    """Say which contents and tools of *body* the library has no type for."""
    body = body if isinstance(body, dict) else {"contents": body}
    found: list[str] = []
    for number, row in enumerate(body["contents"]):
        found += _refused("Content", row, f"[{number}]")
    system = body.get("systemInstruction", body.get("system_instruction"))
    if isinstance(system, dict):
        found += _refused("Content", system, "systemInstruction")
    tools = body.get("tools") or ()
    for number, one in enumerate([tools] if isinstance(tools, dict) else tools):
        found += _refused("Tool", one, f"tools[{number}]")
    chosen = body.get("toolConfig", body.get("tool_config"))
    if chosen is not None:
        found += _refused("ToolConfig", chosen, "toolConfig")
    settings = body.get("generationConfig", body.get("generation_config"))
    if settings is not None:
        found += _refused("GenerationConfig", settings, "generationConfig")
    return found


def _refused(name: str, value: Any, at: str) -> list[str]:
    from pydantic import ValidationError

    try:
        _type(name).model_validate(value)
    except ValidationError as wrong:
        return [f"{at}: {one['loc']}: {one['msg']}" for one in wrong.errors()[:1]]
    except (AttributeError, TypeError) as wrong:  # its words for types are read by code of its own
        return [f"{at}: {wrong}"]
    return []
