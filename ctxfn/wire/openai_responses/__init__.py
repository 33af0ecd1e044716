"""OpenAI Responses: a list of items, of which a model's answer is several."""

from __future__ import annotations

from ctxfn.wire.openai_responses.codec import OPENAI_RESPONSES
from ctxfn.wire.openai_responses.written import CODEC, BodyForm, Form, Layout, Piece, form_of

__all__ = ["CODEC", "OPENAI_RESPONSES", "BodyForm", "Form", "Layout", "Piece", "form_of"]
