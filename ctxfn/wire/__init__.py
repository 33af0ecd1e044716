"""Wire: how each provider writes a conversation, both ways."""

from __future__ import annotations

from ctxfn.wire.codec import Codec, Conversation, Encoded, Loss

__all__ = ["Codec", "Conversation", "Encoded", "Loss"]
