"""Anthropic: the format of the Messages API, and of the hosts that speak it."""

from __future__ import annotations

from ctxfn.wire.anthropic.codec import ANTHROPIC
from ctxfn.wire.anthropic.sendable import unsendable_here
from ctxfn.wire.anthropic.written import CODEC, Form, form_of

__all__ = ["ANTHROPIC", "CODEC", "Form", "form_of", "unsendable_here"]
