"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import render_blocks

__all__ = ["render_blocks"]
