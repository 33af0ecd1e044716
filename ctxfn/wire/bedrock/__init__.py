"""Bedrock: the format of Amazon Bedrock's Converse API."""

from __future__ import annotations

from ctxfn.wire.bedrock.codec import BEDROCK
from ctxfn.wire.bedrock.sendable import unsendable_here
from ctxfn.wire.bedrock.written import CODEC, Form, form_of

__all__ = ["BEDROCK", "CODEC", "Form", "form_of", "unsendable_here"]
