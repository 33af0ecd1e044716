"""Mistral: chat completions with parts and thoughts of their own, and a closed schema."""

from __future__ import annotations

from ctxfn.wire.mistral.codec import MISTRAL
from ctxfn.wire.mistral.dialect import CODEC, DIALECT

__all__ = ["CODEC", "DIALECT", "MISTRAL"]
