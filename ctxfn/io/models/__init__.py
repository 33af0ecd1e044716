"""Models: clients of the vendors' own SDKs, and a scripted one."""

from __future__ import annotations

from ctxfn.io.models.client import CallDelta, Delta, ModelClient, ReasoningDelta, TextDelta

__all__ = ["CallDelta", "Delta", "ModelClient", "ReasoningDelta", "TextDelta"]
