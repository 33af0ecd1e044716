"""Tools: what can be called, under which name."""

from __future__ import annotations

from ctxfn.tools.declarations import Declaration

__all__ = ["Declaration"]
