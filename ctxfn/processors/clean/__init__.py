"""Clean: the last repairs before a request is written."""

from __future__ import annotations

from ctxfn.processors.clean.render_blocks import render_blocks

__all__ = ["render_blocks"]
