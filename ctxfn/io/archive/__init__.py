"""Archive: what was said in each session, kept over restarts."""

from __future__ import annotations

from ctxfn.io.archive.protocol import Archive

__all__ = ["Archive"]
