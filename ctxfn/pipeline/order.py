"""Rules on the order of steps. They never sort; they refuse a bad list and say why."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from attrs import field, frozen

from ctxfn.pipeline.errors import OrderError, PipelineError, printed
from ctxfn.pipeline.phase import Meant, name_of

__all__ = ["MustFollow", "must_follow"]


def _several(given: Meant | tuple[Meant, ...]) -> tuple[Meant, ...]:
    return given if isinstance(given, tuple) else (given,)


@frozen
class MustFollow:
    """Every one of `later` may only stand behind every one of `earlier`, `because` of this.

    With `first` the first of each `earlier` counts alone, with `last` the last of each `later`.
    """

    later: tuple[Meant, ...] = field(converter=_several)
    earlier: tuple[Meant, ...] = field(converter=_several)
    because: str
    first: bool = False
    last: bool = False

    def __attrs_post_init__(self) -> None:
        for step in (*self.later, *self.earlier):
            if not callable(step):
                raise PipelineError(
                    "an order rule", printed(step), "a step or its factory, by value"
                )
        if not isinstance(self.because, str) or not self.because.strip():
            raise PipelineError(
                "an order rule's because", printed(self.because), "a reason in words"
            )

    def check(self, places: Callable[[Meant], Sequence[int]]) -> None:
        """Refuse a list of steps that breaks this rule; one without one of the two cannot.

        *places* says where each step that is meant stands.

        Complexity: O(steps the rule names), besides *places*.

        Raises:
            OrderError: naming both steps and the reason.
        """
        if not callable(places):
            raise PipelineError("places", printed(places), "a function from a step to its places")
        borders = [
            (there[0 if self.first else -1], one) for one in self.earlier if (there := places(one))
        ]
        if not borders:
            return
        border, earlier = max(borders, key=operator.itemgetter(0))
        for later in self.later:
            there = places(later)
            if there and there[-1 if self.last else 0] < border:
                raise OrderError(name_of(later), name_of(earlier), self.because)


def must_follow(
    later: Meant | tuple[Meant, ...],
    earlier: Meant | tuple[Meant, ...],
    /,
    *,
    because: str,
    first: bool = False,
    last: bool = False,
) -> MustFollow:
    """Demand that every *later* stands behind every *earlier*, *because* of this.

    Steps are named by factory or by value; a tuple names several. With *first* only the first
    of each *earlier* counts: for a step that runs again further down. With *last* only the last
    of each *later*: for one that ran before.

    Contract:
        A pipeline without one of the two cannot break it.

    Complexity: O(1); checking costs O(steps x steps the rule names).

    Source: ours; it refuses and never sorts.

    Raises:
        PipelineError: one of them is no step, or there is no reason.

    Examples:
        >>> from ctxfn.pipeline import Pipeline, phase
        >>> def cut(context): return context
        >>> def mend(context): return context
        >>> rule = must_follow(mend, cut, because="cutting is what orphans results")
        >>> Pipeline((phase("clean", "the only one", mend, cut),), rules=(rule,))
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OrderError: mend is listed before cut but must follow it: \
cutting is what orphans results. Move mend down, or drop the rule.
    """
    return MustFollow(later, earlier, because, first, last)
