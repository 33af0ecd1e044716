"""Turns: one run of an agent as values; what it reads of its history, and what it sends."""

from __future__ import annotations

from ctxfn.turns.count_line import History, count_start, read_history, regroup
from ctxfn.turns.entries import Entry, Tag, Zone
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.trim import Trimmed, budget_of, trim, unit_of
from ctxfn.turns.wording import WORDING, Wording

__all__ = [
    "WORDING",
    "Entry",
    "History",
    "Tag",
    "Trimmed",
    "Wording",
    "Zone",
    "budget_of",
    "count_start",
    "estimate_characters",
    "estimate_message",
    "read_history",
    "regroup",
    "trim",
    "unit_of",
]
