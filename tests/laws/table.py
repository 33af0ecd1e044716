"""Every step, and the laws it promises beyond those of all steps.

A new processor, slot or codec is one line here: `tests/laws` holds it to what it says.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from ctxfn.testing import AnyChange, Law


@frozen
class Promise:
    """A step with what it promises; `conversations` only if it is not asked to take them all."""

    step: AnyChange
    idempotent: bool = False
    laws: tuple[Law, ...] = ()
    facts: tuple[object, ...] = ()
    conversations: st.SearchStrategy[Any] | None = None


#: One a line, in the order of the pipeline.
STEPS: Final[tuple[Promise, ...]] = ()
