"""Settings of Mistral's chat completions."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.settings.openai_chat import (
    JSON_PLACE,
    SCHEMA_PLACE,
    chat_choice,
    said_choice,
    stop_texts,
)
from ctxfn.wire.settings.terms import Choice, Place, Words, flag, number, text, whole

__all__ = ["MISTRAL"]


def _choice(value: object) -> object:
    return Choice("required") if value == "any" else chat_choice(value)


def _said(choice: object) -> object:
    must = isinstance(choice, Choice) and choice.mode == "required"
    return "any" if must else said_choice(choice)


#: Mistral's API reference, "Chat completion".
MISTRAL: Final = Words(
    (
        Place("model", "model", text),
        Place("max_tokens", "max_tokens", whole),
        Place("temperature", "temperature", number),
        Place("top_p", "top_p", number),
        Place("stop", "stop", stop_texts),
        Place("seed", "random_seed", whole),
        Place("presence_penalty", "presence_penalty", number),
        Place("frequency_penalty", "frequency_penalty", number),
        Place("candidates", "n", whole),
        JSON_PLACE,
        SCHEMA_PLACE,
        Place("effort", "reasoning_effort", text),
        Place("tool_choice", "tool_choice", _choice, _said),
        Place("parallel", "parallel_tool_calls", flag),
        Place("stream", "stream", flag),
    )
)
