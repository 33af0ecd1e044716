"""Truncate: one line out of a tree, and no more of it than fits."""

from __future__ import annotations

from ctxfn.processors.truncate.keep_recent import keep_recent

__all__ = ["keep_recent"]
