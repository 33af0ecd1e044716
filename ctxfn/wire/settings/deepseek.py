"""Settings of DeepSeek's chat completions."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.settings.openai_chat import JSON_PLACE, chat_choice, said_choice, stop_texts
from ctxfn.wire.settings.terms import Place, Words, flag, number, text, whole

__all__ = ["DEEPSEEK"]

#: DeepSeek's API reference, "Create chat completion", and its guide of the thinking mode.
DEEPSEEK: Final = Words(
    (
        Place("model", "model", text),
        Place("max_tokens", "max_tokens", whole),
        Place("temperature", "temperature", number),
        Place("top_p", "top_p", number),
        Place("stop", "stop", stop_texts),
        Place("presence_penalty", "presence_penalty", number),
        Place("frequency_penalty", "frequency_penalty", number),
        JSON_PLACE,
        Place("effort", "reasoning_effort", text),
        Place("tool_choice", "tool_choice", chat_choice, said_choice),
        Place("stream", "stream", flag),
    )
)
