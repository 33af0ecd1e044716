"""Assembly: the default pipeline, smaller ones, and the policy they are made from."""

from __future__ import annotations

from ctxfn.assembly.default import default_pipeline
from ctxfn.assembly.minimal import minimal_pipeline
from ctxfn.assembly.order_rules import ORDER_RULES
from ctxfn.assembly.policy import Policy
from ctxfn.assembly.registry import standard_registry

__all__ = ["ORDER_RULES", "Policy", "default_pipeline", "minimal_pipeline", "standard_registry"]
