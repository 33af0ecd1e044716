"""Template: what the application wrote with gaps in it, filled."""

from __future__ import annotations

from ctxfn.processors.template.apply_input_template import apply_input_template
from ctxfn.processors.template.around_texts import around_texts, put_into
from ctxfn.processors.template.fill_documents import fill_documents
from ctxfn.processors.template.fill_placeholders import fill_placeholders
from ctxfn.processors.template.fill_text import (
    MAX_DEPTH,
    MAX_FILLED,
    Filled,
    fill_pieces,
    fill_text,
)
from ctxfn.processors.template.known_values import KnownValues

__all__ = [
    "MAX_DEPTH",
    "MAX_FILLED",
    "Filled",
    "KnownValues",
    "apply_input_template",
    "around_texts",
    "fill_documents",
    "fill_pieces",
    "fill_placeholders",
    "fill_text",
    "put_into",
]
