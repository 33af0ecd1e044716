"""The codec record of the OpenAI Responses format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.codec import Codec
from ctxfn.wire.openai_responses.decode import decode, decode_bytes
from ctxfn.wire.openai_responses.encode import encode
from ctxfn.wire.openai_responses.written import CODEC

__all__ = ["OPENAI_RESPONSES"]

#: Bodies and bare lists of items of OpenAI Responses.
OPENAI_RESPONSES: Final = Codec(CODEC, encode, decode, decode_bytes)
