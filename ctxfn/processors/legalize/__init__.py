"""Legalize: steps that make a flat conversation acceptable to one target."""

from __future__ import annotations

from ctxfn.processors.legalize.place_system import place_system

__all__ = ["place_system"]
