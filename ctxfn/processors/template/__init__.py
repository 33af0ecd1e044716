"""Template: what the application wrote with gaps in it, filled."""

from __future__ import annotations

from ctxfn.processors.template.apply_input_template import apply_input_template
from ctxfn.processors.template.fill_placeholders import fill_placeholders
from ctxfn.processors.template.fill_text import (
    MAX_DEPTH,
    MAX_FILLED,
    Filled,
    fill_pieces,
    fill_text,
)

__all__ = [
    "MAX_DEPTH",
    "MAX_FILLED",
    "Filled",
    "apply_input_template",
    "fill_pieces",
    "fill_placeholders",
    "fill_text",
]
