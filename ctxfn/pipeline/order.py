"""Rules on the order of steps. They never sort; they refuse a bad list and say why."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ctxfn.pipeline.errors import OrderError, PipelineError, printed
from ctxfn.pipeline.phase import AnyStep, Meant, is_the, name_of

__all__ = ["MustFollow", "must_follow"]


@frozen
class MustFollow:
    """`later` may only stand behind every `earlier` (or behind the first one), `because`."""

    later: Meant
    earlier: Meant
    because: str
    first: bool = False

    def __attrs_post_init__(self) -> None:
        for step in (self.later, self.earlier):
            if not callable(step):
                raise PipelineError(
                    "an order rule", printed(step), "a step or its factory, by value"
                )
        if not isinstance(self.because, str) or not self.because.strip():
            raise PipelineError(
                "an order rule's because", printed(self.because), "a reason in words"
            )

    def check(self, steps: Sequence[AnyStep]) -> None:
        """Refuse *steps* if they break this rule; a list without one of the two cannot.

        Complexity: O(steps).

        Raises:
            OrderError: naming both steps and the reason.
        """
        later = [place for place, step in enumerate(steps) if is_the(step, self.later)]
        earlier = [place for place, step in enumerate(steps) if is_the(step, self.earlier)]
        if not later or not earlier:
            return
        border = earlier[0] if self.first else earlier[-1]
        if later[0] < border:
            raise OrderError(name_of(self.later), name_of(self.earlier), self.because)


def must_follow(
    later: Meant, earlier: Meant, /, *, because: str, first: bool = False
) -> MustFollow:
    """Demand that every *later* stands behind every *earlier*, *because* of this.

    Steps are named by factory or by value. With *first* only the first *earlier* counts:
    for a step that runs again further down.

    Contract:
        A pipeline without one of the two cannot break it.

    Complexity: O(1); checking costs O(steps).

    Source: ours; it refuses and never sorts.

    Raises:
        PipelineError: one of the two is no step, or there is no reason.

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
    return MustFollow(later, earlier, because, first)
