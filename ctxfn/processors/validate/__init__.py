"""Validate: steps that change nothing, and refuse what must not be sent."""

from __future__ import annotations

from ctxfn.processors.validate.find_offences import find_offences
from ctxfn.processors.validate.require_capabilities import require_capabilities

__all__ = ["find_offences", "require_capabilities"]
