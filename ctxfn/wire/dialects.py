"""The dialects of chat completions: one codec each, one reader and writer for all."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ctxfn.wire.deepseek.dialect import DIALECT as DEEPSEEK
from ctxfn.wire.mistral.dialect import DIALECT as MISTRAL
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect

__all__ = ["dialect_of"]

_DIALECTS: Final = MappingProxyType({one.name: one for one in (OPENAI, MISTRAL, DEEPSEEK)})


def dialect_of(codec: str) -> Dialect:
    """Return the dialect that *codec* reads and writes; OpenAI's own of any other codec.

    Complexity: O(1).
    """
    return _DIALECTS.get(codec, OPENAI)
