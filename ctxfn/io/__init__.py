"""Io: the world. What reads clocks, files and terminals, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.io.errors import InvalidArgument, UnreadableInput, UnwritableOutput

__all__ = ["InvalidArgument", "UnreadableInput", "UnwritableOutput"]

__getattr__, __dir__ = _lazily(
    __name__, {"errors": "InvalidArgument UnreadableInput UnwritableOutput"}
)
