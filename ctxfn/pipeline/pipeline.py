"""Phases and pipelines: steps in order, with reasons, edited by value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ctxfn.context import Context

__all__ = ["AnyStep"]

#: Anything from a context to a context.
AnyStep: TypeAlias = Callable[[Context], Context]
