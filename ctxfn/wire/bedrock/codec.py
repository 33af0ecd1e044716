"""The codec record of the Bedrock Converse format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.bedrock.decode import decode, decode_bytes
from ctxfn.wire.bedrock.encode import encode
from ctxfn.wire.bedrock.written import CODEC
from ctxfn.wire.codec import Codec

__all__ = ["BEDROCK"]

#: Bodies and bare lists of the Converse API.
BEDROCK: Final = Codec(CODEC, encode, decode, decode_bytes)
