"""The targets that speak DeepSeek's chat completions."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["DEEPSEEK_MODELS", "DEEPSEEK_PROFILES"]

CHAT: Final = Profile(
    provider="deepseek",
    version="chat",
    codec="deepseek",
    #: The API reference: four roles, and ``name`` to tell speakers apart.
    roles=("system", "user", "assistant", "tool"),
    #: "unknown variant `image_url`, expected `text`", openai/codex#11349: no media anywhere.
    media=(),
    #: "missing field `content`", pig-mesh/deepseek4j#41; ``null`` was accepted beside calls.
    content_key_required=True,
    #: agentscope-ai/agentscope-java#1147: the arguments of each call are parsed.
    arguments_valid_json=True,
    arguments_object=True,
    #: langchain-ai/langchain#34166: taken or left, the newest take both.
    reasoning="ignored",
    #: The API reference: an answer to go on with says so; without it the last turn may be one.
    prefix=True,
    #: The API reference: at most 128 functions.
    tool_count=128,
    remarks=(
        "Two system turns in a row were accepted.",
        "Some of 2024 and 2025 took no list of parts, only one text: BerriAI/litellm#6642.",
    ),
)

THINKING: Final = evolve(
    CHAT,
    version="thinking",
    #: "Missing `reasoning_content` field in the assistant message", deepseek-ai/DeepSeek-V3#1053,
    #: earendil-works/pi#3636; recorded: an empty one was accepted.
    reasoning="required_with_calls",
    remarks=("From V3.2 on, while it thinks; thoughts of finished turns may be left out.",),
)

R1: Final = evolve(
    CHAT,
    version="r1",
    #: The guide of the first reasoner: an error 400 if the key is in the request.
    reasoning="forbidden",
    #: "does not support successive user or assistant messages", deepseek-ai/DeepSeek-R1#21.
    alternation=True,
    #: "The first message (except the system message) … must be a user message",
    #: ChatGPTNextWeb/NextChat#6343.
    first_turn_user=True,
    #: "The last message … must be a user message, or an assistant message with prefix mode on",
    #: gptme/gptme#467.
    last_turn_assistant=False,
    remarks=("The reasoner of 2025, before V3.2. Its first release knew no tools at all.",),
)

DEEPSEEK_PROFILES: Final = (CHAT, THINKING, R1)

#: What a model's name begins with, and the version that speaks to it; the first match counts.
DEEPSEEK_MODELS: Final = (
    ("deepseek-r1", "r1"),
    #: The name goes with the newest model that thinks, which is recorded to take thoughts back.
    ("deepseek-reasoner", "thinking"),
    ("deepseek-v4", "thinking"),
    ("deepseek-flash", "thinking"),
    ("deepseek-pro", "thinking"),
    ("deepseek", "chat"),
)
