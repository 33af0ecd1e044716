"""The UI chat tree: rows and cards as an application stores and shows them."""

from __future__ import annotations

from ctxfn.wire.uichat.codec import uichat
from ctxfn.wire.uichat.decode import decode, decode_bytes
from ctxfn.wire.uichat.encode import encode

__all__ = ["decode", "decode_bytes", "encode", "uichat"]
