"""Assembly: the default pipeline, and the policy it is made from."""

from __future__ import annotations

from ctxfn.assembly.policy import Policy

__all__ = ["Policy"]
