"""Truncate: one line out of a tree, and no more of it than fits."""

from __future__ import annotations

from ctxfn.processors.truncate.fit_budget import MarkName, fit_budget
from ctxfn.processors.truncate.keep_messages import keep_messages
from ctxfn.processors.truncate.keep_recent import keep_recent
from ctxfn.processors.truncate.linearise import linearise

__all__ = ["MarkName", "fit_budget", "keep_messages", "keep_recent", "linearise"]
