"""The codec as one record."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.codec import Codec
from ctxfn.wire.uichat.decode import decode, decode_bytes
from ctxfn.wire.uichat.encode import encode

__all__ = ["uichat"]

#: Rows of the interface and back.
uichat: Final = Codec("uichat", encode, decode, decode_bytes)
