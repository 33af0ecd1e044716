"""Which format an input is in, and whom it is for, where the caller leaves it open."""

from __future__ import annotations

from typing import Final

from ctxfn.wire import UNDECIDED, Codec, Profile, codec_names, detect, profile, recognise

__all__ = ["format_of", "target_of"]


def format_of(value: object, to: str | Profile | None, verb: str) -> str:
    """Tell the format of *value*; what could be any is in the one its target speaks.

    What is for a dialect is read as that, unless it is to be converted: it may have keys that
    only settings of another provider have.
    """
    found = recognise(value)
    wanted = to if isinstance(to, Profile) else profile(to or "openai")
    rows = value.get("messages") if isinstance(value, dict) else value
    undecided = found.because == UNDECIDED and wanted.codec in codec_names()
    # Gemini's turns have parts, and those would decide.
    undecided &= wanted.codec != "gemini"
    undecided &= not isinstance(value, dict) or _could_be(value, wanted)
    # Requests for Responses hold no ``messages``.
    undecided &= wanted.codec != "openai_responses" or not isinstance(value, dict)
    if undecided and isinstance(rows, list | tuple) and all(map(_is_turn, rows)):
        return wanted.codec
    if found.format == "openai_chat" and wanted.codec in _OF_CHAT and verb != "convert":
        return wanted.codec
    return found.format if found.format in codec_names() else detect(value)


#: Formats that are dialects of chat completions.
_OF_CHAT: Final = ("deepseek", "mistral")


#: Keys of a request that mean the same in every format here.
_ANYBODYS: Final = frozenset(("max_tokens", "messages", "model", "stream", "temperature", "top_p"))


#: Keys of a request that chat completions do not share with Anthropic's format.
_CHATS_OWN: Final = frozenset(
    (
        *("n", "stop", "seed", "frequency_penalty", "presence_penalty"),
        *("response_format", "parallel_tool_calls", "user", "logprobs", "top_logprobs"),
        *("logit_bias", "max_completion_tokens", "stream_options", "reasoning_effort", "store"),
        *("functions", "function_call", "modalities", "audio", "prediction"),
    )
)


def _could_be(body: dict[str, object], wanted: Profile) -> bool:
    """Say whether nothing beside the messages of *body* speaks against the format of *wanted*."""
    if wanted.codec != "anthropic":
        return body.keys() <= _ANYBODYS
    choice = body.get("tool_choice")
    return _CHATS_OWN.isdisjoint(body) and (choice is None or isinstance(choice, dict))


def _is_turn(row: object) -> bool:
    return isinstance(row, dict) and row.get("role") in ("user", "assistant")


#: Formats that one provider has, by its name.
_PROVIDERS: Final = ("anthropic", "bedrock", "deepseek", "gemini", "mistral")


def target_of(codec: Codec, model: str | None) -> str:
    """Name the target of a request in the format of *codec*, if nobody says whom it is for."""
    if codec.name in _PROVIDERS:
        return codec.name
    if codec.name != "openai_responses":
        return "openai"
    foreign = profile("openai", model=model).version == "compatible"
    return "openai/responses-compatible" if foreign else "openai/responses"
