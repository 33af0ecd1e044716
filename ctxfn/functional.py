"""The one typed door to toolz; elsewhere toolz would turn every type into Any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar, cast, overload

import toolz

__all__ = ["compose", "concat", "countby", "first", "groupby", "pipe", "unique"]

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
K = TypeVar("K")
T = TypeVar("T")


def concat(seqs: Iterable[Iterable[T]]) -> Iterator[T]:
    """Chain *seqs* into one iterator, lazily.

    Examples:
        >>> list(concat([[1], [2, 3]]))
        [1, 2, 3]
    """
    return cast("Iterator[T]", toolz.concat(seqs))


def countby(key: Callable[[T], K], seq: Iterable[T]) -> dict[K, int]:
    """Count the elements of *seq* by *key*.

    Examples:
        >>> countby(len, ["a", "b", "cc"])
        {1: 2, 2: 1}
    """
    return cast("dict[K, int]", toolz.countby(key, seq))


def groupby(key: Callable[[T], K], seq: Iterable[T]) -> dict[K, list[T]]:
    """Collect the elements of *seq* by *key*, order kept.

    Examples:
        >>> groupby(len, ["a", "bb", "c"])
        {1: ['a', 'c'], 2: ['bb']}
    """
    return cast("dict[K, list[T]]", toolz.groupby(key, seq))


def unique(seq: Iterable[T]) -> Iterator[T]:
    """Yield each element of *seq* once, at its first place.

    Examples:
        >>> list(unique("abca"))
        ['a', 'b', 'c']
    """
    return cast("Iterator[T]", toolz.unique(seq))


def first(seq: Iterable[T], default: T | None = None) -> T | None:
    """Return the first element of *seq*, or *default* if there is none.

    Examples:
        >>> first([], 7)
        7
    """
    return next(iter(seq), default)


def compose(*functions: Callable[[T], T]) -> Callable[[T], T]:
    """Compose *functions* of one type, the last one runs first, as in mathematics.

    Examples:
        >>> compose(str.strip, str.lower)(" A ")
        'a'
    """
    return cast("Callable[[T], T]", toolz.compose(*functions))


@overload
def pipe(value: A, /) -> A: ...
@overload
def pipe(value: A, f: Callable[[A], B], /) -> B: ...
@overload
def pipe(value: A, f: Callable[[A], B], g: Callable[[B], C], /) -> C: ...
@overload
def pipe(value: A, f: Callable[[A], B], g: Callable[[B], C], h: Callable[[C], D], /) -> D: ...
@overload
def pipe(value: T, /, *functions: Callable[[T], T]) -> T: ...
def pipe(value: object, /, *functions: Callable[..., object]) -> object:
    """Send *value* through *functions*, the first one first.

    Examples:
        >>> pipe(" A ", str.strip, str.lower)
        'a'
    """
    return cast("object", toolz.pipe(value, *functions))
