"""How hard a law is tried: what of Hypothesis's settings every check shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ctxfn.testing.sparse import as_one

__all__ = ["try_all"]

T = TypeVar("T")

#: From so many examples on there is time to look for large inputs too.
_MANY: Final = 1000


class _Tried(Generic[T]):
    """An input under a short name: the error shows it already, and better."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __repr__(self) -> str:
        return "what the error shows"


def try_all(
    check: Callable[[T], None], inputs: st.SearchStrategy[T], examples: int | None = None
) -> None:
    """Run *check* on many *inputs*; what it raises is raised on the smallest that shows it.

    Contract:
        As many as *examples*, else as the active profile says. What `hypothesis.target` asks for
        is looked for from a thousand on: large inputs, for which fewer examples have no time. One error is raised, the
        check's own. Checks run one after the other, so they share no database of failures.
    """
    active = settings()
    count = active.max_examples if examples is None else examples
    left_out = {Phase.explain} if count >= _MANY else {Phase.explain, Phase.target}
    limits = settings(
        max_examples=count,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        phases=tuple(phase for phase in active.phases if phase not in left_out),
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.large_base_example,
            HealthCheck.nested_given,
        ],
    )

    def holds(tried: _Tried[T]) -> None:
        check(tried.value)

    limits(given(as_one(inputs.map(_Tried)))(holds))()
