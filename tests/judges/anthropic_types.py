"""The second judge: the types of Anthropic's own client library, asked block by block."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["complaints"]


@cache
def _adapter(name: str) -> Any:
    from anthropic import types
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from pydantic import TypeAdapter

    known: dict[str, Any] = {
        "message": types.MessageParam,
        "block": types.ContentBlockParam,
        "tool": types.ToolUnionParam,
        "request": MessageCreateParamsNonStreaming,
    }
    return TypeAdapter(known[name])


def complaints(body: dict[str, Any]) -> list[str]:
    """Say which messages, blocks and tools of *body* the library has no type for.

    Lists are typed as iterables, which are not looked into by themselves.
    """
    found: list[str] = []
    for place, row in enumerate(body["messages"]):
        found += _refused("message", row, f"[{place}]")
        content = row.get("content")
        for number, block in enumerate(content if isinstance(content, list) else ()):
            found += _refused("block", block, f"[{place}].content[{number}]")
    for number, tool in enumerate(body.get("tools") or ()):
        found += _refused("tool", tool, f"tools[{number}]")
    return found


def _refused(name: str, value: Any, at: str) -> list[str]:
    from pydantic import ValidationError

    try:
        _adapter(name).validate_python(value)
    except ValidationError as wrong:
        return [f"{at}: {wrong.errors()[0]['msg']}"]
    return []
