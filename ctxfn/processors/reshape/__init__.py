"""Reshape: cards become messages a model can read."""

from __future__ import annotations

from ctxfn.processors.reshape.choose_columns import choose_columns
from ctxfn.processors.reshape.flatten_councils import flatten_councils
from ctxfn.processors.reshape.flatten_groups import flatten_groups
from ctxfn.processors.reshape.restore_supervisor import restore_supervisor
from ctxfn.processors.reshape.surface_summaries import surface_summaries
from ctxfn.processors.reshape.unfold import said_by, unfold
from ctxfn.processors.reshape.unfold_any import unfold_any
from ctxfn.processors.reshape.unfold_cards import unfold_cards

__all__ = [
    "choose_columns",
    "flatten_councils",
    "flatten_groups",
    "restore_supervisor",
    "said_by",
    "surface_summaries",
    "unfold",
    "unfold_any",
    "unfold_cards",
]
