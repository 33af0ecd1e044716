"""Gather: fetch all facts a request needs at the same time, each within its limit."""

from __future__ import annotations

from ctxfn.io.gather.contribution import Contribution, Gathered, Report
from ctxfn.io.gather.gather import DEFAULT_LIMIT, gather

__all__ = ["DEFAULT_LIMIT", "Contribution", "Gathered", "Report", "gather"]
