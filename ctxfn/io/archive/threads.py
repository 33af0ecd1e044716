"""Work in a thread that is waited for to its end, also by who is cancelled."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from anyio import CapacityLimiter

__all__ = ["to_end"]

T = TypeVar("T")

#: Between two looks whether it has ended; nobody looks but who was cancelled.
_LOOK = 0.005


async def to_end(
    work: Callable[[], T],
    *,
    limiter: CapacityLimiter | None = None,
    undo: Callable[[T], object] | None = None,
) -> T:
    """Do *work* in a thread. Who is cancelled before it begins is so at once, and else when it ended.

    A shield of anyio holds back its own scopes, but not a task that asyncio itself cancels. Then
    what *work* gave reaches nobody, and *undo* gets it.
    """
    from anyio import CancelScope, get_cancelled_exc_class, sleep, to_thread

    job = _Job(work)
    try:
        return await to_thread.run_sync(job.run, limiter=limiter)
    except get_cancelled_exc_class():
        while job.runs():
            try:
                with CancelScope(shield=True):
                    await sleep(_LOOK)
            except get_cancelled_exc_class():
                continue  # once more; the first one is raised below
        if undo is not None:
            for result in job.results:
                undo(result)
        raise


class _Job(Generic[T]):
    """What is to be done once, unless it is given up before."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._one = Lock()
        self._state = "waits"
        self.results: tuple[T, ...] = ()

    def run(self) -> T:
        with self._one:
            given_up = self._state == "given up"
            self._state = "runs"
        try:
            if given_up:
                raise RuntimeError("it was given up before it began")
            result = self._work()
            self.results = (result,)
            return result
        finally:
            self._state = "ended"

    def runs(self) -> bool:
        """Whether it runs; if it only waits, it never will."""
        with self._one:
            if self._state == "waits":
                self._state = "given up"
            return self._state == "runs"
