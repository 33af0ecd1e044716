"""Strategies that mostly draw little: each draw costs, and most fields of a record are empty."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from hypothesis import strategies as st

__all__ = ["as_one", "few", "mostly", "seldom", "sparsely"]

R = TypeVar("R")
T = TypeVar("T")

#: One in so many is drawn; an alternative that is given twice to `one_of` counts once there.
_ONE_IN: Final = 4

_RARELY: Final = st.sampled_from((*(False,) * (_ONE_IN - 1), True))


def as_one(several: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Make alternatives count as one where they are an alternative among others.

    Hypothesis flattens a choice inside a choice; then what has many kinds comes most often. It
    also prints strategies whole, which grows without bounds where they nest; this one is short.
    """

    @st.composite
    def one(draw: st.DrawFn) -> T:
        return draw(several)

    return one()


def mostly(plain: st.SearchStrategy[T], full: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Generate what has few fields three times as often as what may have all: draws are dear."""

    @st.composite
    def one(draw: st.DrawFn) -> T:
        return draw(full if draw(_RARELY) else plain)

    return one()


def seldom(rare: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    """Generate mostly nothing, now and then what *rare* does; it keeps records cheap."""

    @st.composite
    def one(draw: st.DrawFn) -> T | None:
        return draw(rare) if draw(_RARELY) else None

    return one()


def few(one: st.SearchStrategy[T], most: int = 2) -> st.SearchStrategy[tuple[T, ...]]:
    """Generate none, mostly, or some of *one*."""
    some = st.lists(one, min_size=1, max_size=most)

    @st.composite
    def found(draw: st.DrawFn) -> tuple[T, ...]:
        return tuple(draw(some)) if draw(_RARELY) else ()

    return found()


def sparsely(
    make: Callable[..., R],
    always: Mapping[str, st.SearchStrategy[object]],
    rare: Mapping[str, st.SearchStrategy[object]],
) -> st.SearchStrategy[R]:
    """Generate records with the fields *always*, and of those that are *rare* one in four.

    One number says which of the rare ones are drawn: a record of ten that has none costs one
    draw, not thirty.
    """
    which = st.integers(0, _ONE_IN ** len(rare) - 1)

    @st.composite
    def one(draw: st.DrawFn) -> R:
        given = {name: draw(field) for name, field in always.items()}
        left = draw(which)
        for name, field in rare.items():
            left, digit = divmod(left, _ONE_IN)
            if digit == _ONE_IN - 1:
                given[name] = draw(field)
        return make(**given)

    return one()
