"""DeepSeek: chat completions with thoughts beside the content, by rules that changed."""

from __future__ import annotations

from ctxfn.wire.deepseek.codec import DEEPSEEK
from ctxfn.wire.deepseek.dialect import CODEC, DIALECT

__all__ = ["CODEC", "DEEPSEEK", "DIALECT"]
