"""Take times so that two rivals can be compared: alternately, the best of several rounds."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

__all__ = ["Times", "best_of", "paused"]


class Times(NamedTuple):
    """Best times in milliseconds, by name."""

    by_name: dict[str, float]

    def ratio(self, one: str, other: str) -> float:
        """Return how many times as long *one* took as *other*."""
        return self.by_name[one] / self.by_name[other]


def best_of(
    rounds: int,
    /,
    before: Callable[[], object] | None = None,
    **rivals: Callable[..., object],
) -> Times:
    """Run the *rivals* by turns and keep each one's best time.

    With *before*, its answer is made anew for each run, outside the time, and handed over.
    """
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, rival in rivals.items():
            given = () if before is None else (before(),)
            started = perf_counter()
            rival(*given)
            taken = (perf_counter() - started) * 1000
            best[name] = min(best.get(name, taken), taken)
    return Times(best)


class paused:  # noqa: N801
    """Pause the garbage collector, or not: a row of the table each."""

    def __init__(self, pause: bool) -> None:
        self.pause = pause

    def __enter__(self) -> None:
        gc.collect()
        if self.pause:
            gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.enable()
