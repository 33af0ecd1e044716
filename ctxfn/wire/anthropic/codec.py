"""The codec record of the Anthropic format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.anthropic.decode import decode, decode_bytes
from ctxfn.wire.anthropic.encode import encode
from ctxfn.wire.anthropic.written import CODEC
from ctxfn.wire.codec import Codec

__all__ = ["ANTHROPIC"]

#: Bodies and bare lists of the Messages API.
ANTHROPIC: Final = Codec(CODEC, encode, decode, decode_bytes)
