"""Assembly: the default pipeline, smaller ones, and the policy they are made from."""

from __future__ import annotations

from ctxfn.assembly.default import ORDER_RULES, default_pipeline
from ctxfn.assembly.policy import Policy
from ctxfn.assembly.registry import standard_registry

__all__ = ["ORDER_RULES", "Policy", "default_pipeline", "standard_registry"]
