"""The second judge: the types of OpenAI's own client library, asked item by item."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

__all__ = ["chat_complaints", "responses_complaints"]

#: What the types ask for and recorded requests did without: each was accepted by an API.
FORGIVEN = (
    #: Texts of an answer without an id had no list of sources.
    "annotations",
    #: Messages of a user or of the model had no type, pictures no detail.
    "detail",
    #: Functions were declared without it.
    "strict",
    #: Names in answers of tools are no key of the types; a report asks for reasoning without an id.
    "id",
)


@cache
def _adapter(name: str) -> Any:
    from pydantic import TypeAdapter

    if name in ("message", "chat_tool"):
        from openai.types import chat

        known: dict[str, Any] = {
            "message": chat.ChatCompletionMessageParam,
            "chat_tool": chat.ChatCompletionToolUnionParam,
        }
    else:
        from openai.types import responses
        from openai.types.responses import response_input_param

        known = {
            "item": response_input_param.ResponseInputItemParam,
            "tool": responses.ToolParam,
        }
    return TypeAdapter(known[name])
