"""The second judge: the validator that Mistral itself puts in front of its tokenizers."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

__all__ = ["VERSIONS", "complaint"]

#: For each target, the tokenizers whose validator it has to please.
VERSIONS = {
    "mistral": ("v11", "v13", "v15"),
    "mistral/current": ("v11", "v13", "v15"),
    "mistral/legacy": ("v2", "v3"),
}
#: What the hosted API has beside the library: a text stands in for it.
HOSTED = ("document_url", "file", "reference", "tool_reference")


@cache
def _validator(version: str) -> Any:
    from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
    from mistral_common.tokens.tokenizers.base import TokenizerVersion

    return get_validator(TokenizerVersion(version), ValidationMode.serving)


def complaint(body: Any, version: str) -> str | None:
    """Say what the validator of *version* refuses in *body*, a list of messages or a request.

    Thoughts are lists on the wire and texts in the library.
    """
    from mistral_common.exceptions import MistralCommonException
    from mistral_common.protocol.instruct.request import ChatCompletionRequest

    request: Any = body if isinstance(body, dict) else {"messages": body}
    rows: Any = [_as_library(row) for row in request["messages"]]
    try:
        tools: Any = [_tool(tool) for tool in request.get("tools") or ()] or None
        asked: Any = ChatCompletionRequest(messages=rows, tools=tools, model="mistral-large-latest")
        _validator(version).validate_request(asked)
    except (MistralCommonException, ValueError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return None


def _tool(tool: dict[str, Any]) -> dict[str, Any]:
    function = {key: one for key, one in tool["function"].items() if one is not None}
    function.setdefault("parameters", {})
    return {"type": "function", "function": function}


def _as_library(row: dict[str, Any]) -> dict[str, Any]:
    row = copy.deepcopy(row)
    if isinstance(row.get("content"), list):
        row["content"] = [_chunk(one) for one in row["content"]]
    if row.get("prefix") is None:
        row.pop("prefix", None)
    for call in row.get("tool_calls") or ():
        call.pop("index", None)
    return row


def _chunk(chunk: dict[str, Any]) -> dict[str, Any]:
    if chunk["type"] in HOSTED:
        return {"type": "text", "text": f"({chunk['type']})"}
    if chunk["type"] == "thinking" and isinstance(chunk["thinking"], list):
        words = "".join(one.get("text", "") for one in chunk["thinking"])
        return {"type": "thinking", "thinking": words, "closed": bool(chunk.get("closed", True))}
    if chunk["type"] == "thinking" and chunk.get("closed", True) is None:
        return {"type": "thinking", "thinking": chunk["thinking"]}
    return chunk
