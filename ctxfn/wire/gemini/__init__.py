"""Gemini: the format of ``generateContent``, Google's own and its cloud's."""

from __future__ import annotations

from ctxfn.wire.gemini.codec import GEMINI
from ctxfn.wire.gemini.schema import FittedSchema, fit_schema
from ctxfn.wire.gemini.written import CODEC, Form, form_of

__all__ = ["CODEC", "GEMINI", "FittedSchema", "Form", "fit_schema", "form_of"]
