"""The targets that speak OpenAI's chat format."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["OPENAI_MODELS", "OPENAI_PROFILES"]

CHAT: Final = Profile(
    provider="openai",
    version="chat",
    codec="openai_chat",
    #: "string too long … maximum length 40", in several public issue trackers.
    call_id_length=40,
    #: The published interface description: developer stands beside system, function is deprecated.
    roles=("system", "developer", "user", "assistant", "tool", "function"),
    #: The published interface description: images, sounds and files in user turns only.
    media=(("user", ("image", "audio", "file")), ("assistant", ("refusal", "audio"))),
    image_details=("auto", "low", "high"),
    audio_formats=("wav", "mp3"),
    remarks=(
        "Order is free: system turns anywhere, equal roles in a row and a last assistant turn "
        "have all been accepted.",
        "Images in a tool message are no longer refused by the newest models, but not seen.",
    ),
)

REASONING: Final = evolve(
    CHAT,
    version="reasoning",
    #: The interface description: developer messages replace system messages from o1 on; the
    #: first small ones refuse both with "does not support 'system' with this model".
    remarks=("system is read as developer", "o1-mini and o1-preview accept neither"),
)

COMPATIBLE: Final = evolve(
    CHAT,
    version="compatible",
    #: 64 has been seen through gateways.
    call_id_length=64,
    #: Chat templates of open-weight servers know four roles.
    roles=("system", "user", "assistant", "tool"),
    #: vLLM, DashScope, Kimi and others parse the arguments of every call they are sent.
    arguments_valid_json=True,
    arguments_object=True,
    #: Servers with multimodal models also read ``video_url``.
    media=(("user", ("image", "audio", "video", "file")),),
    #: Kimi and MiMo want ``reasoning_content`` back with calls; others ignore it.
    reasoning="kept_with_calls",
    #: Servers of multimodal models read types of parts that others do not have.
    unknown_parts=True,
    image_details=None,
    audio_formats=None,
    schema_subset="json_schema",
    tool_count=None,
    remarks=("Hosted gateways have accepted several system turns, and any order of turns.",),
)

STRICT: Final = evolve(
    COMPATIBLE,
    version="strict",
    #: Templates of the Qwen, Mistral and Gemma families: one system turn, and it comes first.
    single_system_first=True,
    #: The same templates raise an error on two user turns in a row, or a first assistant turn.
    alternation=True,
    first_turn_user=True,
    remarks=("What chat templates behind vLLM, llama.cpp and LM Studio demand.",),
)

OPENAI_PROFILES: Final = (CHAT, REASONING, COMPATIBLE, STRICT)

#: What a model's name begins with, and the version that speaks to it; the first match counts.
OPENAI_MODELS: Final = (
    ("gpt-5-chat", "chat"),
    ("gpt-5", "reasoning"),
    ("o1", "reasoning"),
    ("o3", "reasoning"),
    ("o4", "reasoning"),
    ("codex", "reasoning"),
    ("gpt-oss", "compatible"),
    ("gpt-", "chat"),
    ("chatgpt-", "chat"),
    ("ft:", "chat"),
    ("llama", "compatible"),
    ("meta-llama", "compatible"),
    ("qwen", "compatible"),
    ("qwq", "compatible"),
    ("mistral", "compatible"),
    ("mixtral", "compatible"),
    ("gemma", "compatible"),
    ("glm", "compatible"),
    ("kimi", "compatible"),
    ("moonshot", "compatible"),
    ("mimo", "compatible"),
    ("deepseek", "compatible"),
    ("phi", "compatible"),
    ("gemini", "compatible"),
    ("claude", "compatible"),
    ("grok", "compatible"),
    ("command", "compatible"),
    ("nova", "compatible"),
)
