"""The second judge: the types of OpenAI's own client library, asked item by item."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["FORGIVEN", "chat_complaints", "responses_complaints"]

#: What the types ask for, and requests on record did without when an API accepted them.
FORGIVEN: dict[str, dict[str, Any]] = {
    "output_text": {"annotations": []},
    #: Of an answer in parts, which the server did not give an id.
    "message": {"id": "msg_0", "status": "completed"},
    "input_image": {"detail": "auto"},
    "function": {"strict": None},
    "image_generation_call": {"result": None, "status": "completed"},
    #: Reported, not recorded: sealed reasoning without its id, where the server stores nothing.
    "reasoning": {"id": "rs_0"},
}

TAKEN_APART = (
    *("message", "reasoning", "function_call", "custom_tool_call"),
    *("function_call_output", "custom_tool_call_output"),
)


@cache
def _adapter(name: str) -> Any:
    from openai.types import chat, responses
    from openai.types.responses import response_input_param, response_output_message_param
    from pydantic import TypeAdapter

    known: dict[str, Any] = {
        "message": chat.ChatCompletionMessageParam,
        "call": chat.ChatCompletionMessageToolCallUnionParam,
        "user": chat.ChatCompletionContentPartParam,
        "words": chat.ChatCompletionContentPartTextParam,
        "refusal": chat.ChatCompletionContentPartRefusalParam,
        "chat_tool": chat.ChatCompletionToolUnionParam,
        "item": response_input_param.ResponseInputItemParam,
        "said": response_output_message_param.Content,
        "tool": responses.ToolParam,
    }
    return TypeAdapter(known[name])


def responses_complaints(body: Any, *, kept: bool = True) -> list[str]:
    """Say which items and tools of *body*, a request or a list of items, have no type.

    *kept*: items that nobody takes apart are asked, too.

    Lists that are typed as iterables are not looked into by themselves.
    """
    request = body if isinstance(body, dict) else {"input": body}
    rows = request.get("input")
    found: list[str] = []
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if not kept and row.get("type", "message") not in TAKEN_APART:
            continue
        lenient = _forgiven(row)
        found += _refused("item", lenient, f"[{place}]")
        content = lenient.get("content")
        if lenient.get("role") == "assistant" and isinstance(content, list):
            for number, part in enumerate(content):
                found += _refused("said", part, f"[{place}].content[{number}]")
    for number, tool in enumerate(request.get("tools") or ()):
        found += _refused("tool", _forgiven(tool), f"tools[{number}]")
    return found


def chat_complaints(body: Any) -> list[str]:
    """Say which messages, parts, calls and tools of *body*, a request or a list, have no type."""
    request = body if isinstance(body, dict) else {"messages": body}
    found: list[str] = []
    for place, row in enumerate(request["messages"]):
        # A name and calls that are null were accepted, and so were calls under other roles.
        said = {
            key: one
            for key, one in row.items()
            if (key, one) not in (("name", None), ("tool_calls", None))
        }
        found += _refused("message", said, f"[{place}]")
        content = row.get("content")
        for number, part in enumerate(content if isinstance(content, list) else ()):
            kind = "user" if row.get("role") == "user" else "words"
            kind = "refusal" if part.get("type") == "refusal" and kind == "words" else kind
            found += _refused(kind, part, f"[{place}].content[{number}]")
        for number, call in enumerate(_calls(row)):
            found += _refused("call", call, f"[{place}].tool_calls[{number}]")
    for number, tool in enumerate(request.get("tools") or ()):
        found += _refused("chat_tool", tool, f"tools[{number}]")
    return found


def _calls(row: dict[str, Any]) -> list[Any]:
    return (row.get("tool_calls") or []) if row.get("role") == "assistant" else []


def _forgiven(row: dict[str, Any]) -> dict[str, Any]:
    """Add what was accepted without; a state that is null was, and an id is taken for the same."""
    nulls = (("status", None), ("id", None))
    lenient = {key: one for key, one in row.items() if (key, one) not in nulls}
    kind = row.get("type") if row.get("type") != "message" else None
    for key, value in FORGIVEN.get(str(kind), {}).items():
        lenient.setdefault(key, value)
    content = row.get("content")
    for key in ("content", "output"):
        if isinstance(row.get(key), list):
            parts = row[key]
            lenient[key] = [_forgiven(one) if isinstance(one, dict) else one for one in parts]
    if row.get("role") == "assistant" and isinstance(content, list):
        lenient = {"type": "message", **lenient}
        for key, value in FORGIVEN["message"].items():
            lenient.setdefault(key, value)
    return lenient


def _refused(name: str, value: Any, at: str) -> list[str]:
    from pydantic import ValidationError

    try:
        _adapter(name).validate_python(value)
    except ValidationError as wrong:
        return [f"{at}: {wrong.errors()[0]['msg']}"]
    return []
