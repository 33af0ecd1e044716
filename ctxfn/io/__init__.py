"""Io: the world. What reads clocks, files and terminals, and nothing else does."""

from __future__ import annotations

from ctxfn.io.errors import InvalidArgument, UnreadableInput, UnwritableOutput

__all__ = ["InvalidArgument", "UnreadableInput", "UnwritableOutput"]
