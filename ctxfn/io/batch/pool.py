"""Who works: in this process, in processes of their own, or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from attrs import frozen

from ctxfn.io.batch.outcome import Outcomes, Work, worked

__all__ = ["Executor", "InProcess", "Pool"]


class Pool(Protocol):
    """Workers that have the work and wait for values.

    `width` is how many work at a time. `tries` is how often a value that killed its worker is
    given out by itself before it is given up.
    """

    @property
    def width(self) -> int:
        """How many work at a time; it may change."""
        ...

    @property
    def tries(self) -> int:
        """How often a value is tried with nothing else at work."""
        ...

    def submit(self, ticket: int, values: tuple[object, ...]) -> None:
        """Have each of *values* worked on, in any worker, some time."""
        ...

    def take(self) -> tuple[int, Outcomes | None]:
        """Wait for any ticket's outcomes; None, if the worker that had it died."""
        ...


class Executor(Protocol):
    """A choice of who works, as a value."""

    def opened(self, work: Work) -> AbstractContextManager[Pool]:
        """Bring *work* to the workers, and let them go at the end."""
        ...


@frozen
class InProcess:
    """Work here, one value after the other. What kills a worker ends the run."""

    @contextmanager
    def opened(self, work: Work) -> Iterator[Pool]:
        """Keep *work* as it is."""
        yield _Here(work)


class _Here:
    width = 1
    tries = 1

    def __init__(self, work: Work) -> None:
        self._work = work
        self._waiting: deque[tuple[int, tuple[object, ...]]] = deque()

    def submit(self, ticket: int, values: tuple[object, ...]) -> None:
        self._waiting.append((ticket, values))

    def take(self) -> tuple[int, Outcomes]:
        ticket, values = self._waiting.popleft()
        return ticket, tuple(worked(self._work, value) for value in values)
