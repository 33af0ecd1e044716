"""OpenAI chat: the format of chat completions and of the many servers that speak it."""

from __future__ import annotations

from ctxfn.wire.openai_chat.codec import OPENAI_CHAT
from ctxfn.wire.openai_chat.encode import EncodedMessage, encode_message
from ctxfn.wire.openai_chat.written import CODEC, Form, Layout, form_of

__all__ = [
    "CODEC",
    "OPENAI_CHAT",
    "EncodedMessage",
    "Form",
    "Layout",
    "encode_message",
    "form_of",
]
