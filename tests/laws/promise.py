"""What a row of the table of steps holds."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from ctxfn.testing import AnyChange, Law

__all__ = ["Promise"]


@frozen
class Promise:
    """A step with what it promises; `conversations` only if it is not asked to take them all."""

    step: AnyChange
    idempotent: bool = False
    laws: tuple[Law, ...] = ()
    facts: tuple[object, ...] = ()
    conversations: st.SearchStrategy[Any] | None = None
