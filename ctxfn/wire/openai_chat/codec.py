"""The codec record of the OpenAI chat format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.codec import Codec
from ctxfn.wire.openai_chat.decode import decode, decode_bytes
from ctxfn.wire.openai_chat.encode import encode
from ctxfn.wire.openai_chat.written import CODEC

__all__ = ["OPENAI_CHAT"]

#: Bodies and bare lists of OpenAI chat completions.
OPENAI_CHAT: Final = Codec(CODEC, encode, decode, decode_bytes)
