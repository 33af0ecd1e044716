"""The codecs there are, each loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ctxfn.wire.codec import Codec
from ctxfn.wire.errors import UnknownCodec

__all__ = ["CodecName", "codec_named", "codec_names"]

CodecName: TypeAlias = Literal[
    "anthropic",
    "bedrock",
    "deepseek",
    "gemini",
    "mistral",
    "openai_chat",
    "openai_responses",
    "uichat",
]
"""The formats of conversations, those whose codec is still to come among them."""

#: Name, room, and the record in it. Loading all of them would cost every program that needs one.
_CODECS: Final = MappingProxyType(
    {
        "anthropic": ("ctxfn.wire.anthropic", "ANTHROPIC"),
        "bedrock": ("ctxfn.wire.bedrock", "BEDROCK"),
        "deepseek": ("ctxfn.wire.deepseek", "DEEPSEEK"),
        "gemini": ("ctxfn.wire.gemini", "GEMINI"),
        "mistral": ("ctxfn.wire.mistral", "MISTRAL"),
        "openai_chat": ("ctxfn.wire.openai_chat", "OPENAI_CHAT"),
        "openai_responses": ("ctxfn.wire.openai_responses", "OPENAI_RESPONSES"),
        "uichat": ("ctxfn.wire.uichat", "uichat"),
    }
)


def codec_named(name: str) -> Codec:
    """Return the codec called *name*.

    Contract:
        The same record every time; its room is loaded when it is first asked for.

    Complexity: O(1) after the first time.

    Source: ours.

    Raises:
        UnknownCodec: there is none; the error lists those there are.

    Examples:
        >>> codec_named("openai_chat").decode([{"role": "user", "content": "hi"}]).messages[0].role
        'user'
    """
    if not isinstance(name, str) or name not in _CODECS:
        raise UnknownCodec(str(name), codec_names())
    room, record = _CODECS[name]
    found = getattr(import_module(room), record)
    assert isinstance(found, Codec)
    return found


def codec_names() -> tuple[str, ...]:
    """List the names of the codecs there are.

    Contract:
        Each can be given to `codec_named`; always in the same order.

    Complexity: O(codecs).

    Source: ours.

    Examples:
        >>> "openai_chat" in codec_names()
        True
    """
    return tuple(_CODECS)
