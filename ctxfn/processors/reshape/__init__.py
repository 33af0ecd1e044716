"""Reshape: turn cards into messages a model can read."""

from __future__ import annotations

__all__: list[str] = []
