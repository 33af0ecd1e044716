"""Work on values of a program, wherever the workers are, and get what comes of each in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Annotated, TypeVar, cast

from annotated_types import Ge

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.batch.in_order import Chunk, in_order
from ctxfn.io.batch.outcome import Outcome, Work
from ctxfn.io.batch.pool import Executor
from ctxfn.io.batch.processes import Processes

__all__ = ["map_values"]

T = TypeVar("T")


def map_values(
    work: Callable[[T], object],
    values: Iterable[T],
    *,
    executor: Executor | None = None,
    together: Annotated[int, Ge(1)] = 16,
) -> Iterator[Outcome]:
    """Yield, in the order of *values*, what *work* gives for each: a `Done`, or a `Bad`.

    A pipeline is work, and so is any function of a module: it goes to each worker once. *values*
    go *together*, so many at a time, and are read as they are needed.

    Contract:
        The outcomes are equal whoever works: values by their own equality, errors of ours by
        kind and fields, any other error as a `WorkFailed`. A value whose worker died is tried
        again by itself, and in the end is a `Bad` of `WorkerDied`.

    Raises:
        InvalidArgument: *work* does not pickle.
        WorkFailed, ClusterLost: nobody can do the work.
        MissingExtra: distributed is needed, and not installed.

    Examples:
        >>> from ctxfn.io.batch import InProcess
        >>> list(map_values(int, ["7", "seven"], executor=InProcess()))
        [Done(value=7), Bad(error=WorkFailed(kind='ValueError', reason="invalid literal ..."))]
    """
    if not callable(work):
        raise InvalidArgument("map_values, work", shown(work), "a function")
    check_argument("map_values, values", values, Iterable, "values to work on")
    check_argument("map_values, together", together, int, "a number of 1 or more")
    if together < 1:
        raise InvalidArgument("map_values, together", shown(together), "a number of 1 or more")
    return _outcomes(cast(Work, work), iter(values), executor or Processes(), together)


def _outcomes(
    work: Work, values: Iterator[object], executor: Executor, together: int
) -> Iterator[Outcome]:
    chunks = iter(lambda: tuple(islice(values, together)), ())
    with executor.opened(work) as pool:
        for _, outcomes in in_order(pool, (Chunk(some, 0, None) for some in chunks)):
            yield from outcomes
