"""Chat: an agent in the terminal."""

from __future__ import annotations

from ctxfn.io.cli.chat.command import chat

__all__ = ["chat"]
