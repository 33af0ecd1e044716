"""The codec record of the Gemini format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.codec import Codec
from ctxfn.wire.gemini.decode import decode, decode_bytes
from ctxfn.wire.gemini.encode import encode
from ctxfn.wire.gemini.written import CODEC

__all__ = ["GEMINI"]

#: Bodies and bare lists of contents of ``generateContent``.
GEMINI: Final = Codec(CODEC, encode, decode, decode_bytes)
