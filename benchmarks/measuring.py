"""Take times so that rivals can be compared: alternately, the best of several rounds.

The time is the processor's, of this process: others on the machine take their own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

__all__ = ["Rival", "best_of", "collector"]


class Rival(NamedTuple):
    """Something to time; `given` makes its argument anew for each run, outside the time."""

    run: Callable[..., object]
    given: Callable[[], object] | None = None


def best_of(rounds: int, /, **rivals: Rival) -> dict[str, float]:
    """Run the *rivals* by turns and return each one's best time in milliseconds."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, rival in rivals.items():
            taken = _taken(rival)
            best[name] = min(best.get(name, taken), taken)
    return best


def _taken(rival: Rival) -> float:
    given = () if rival.given is None else (rival.given(),)
    started = process_time()
    answer = rival.run(*given)
    taken = (process_time() - started) * 1000
    # Freed behind the time: whose memory goes when is no part of the work.
    del answer
    return taken


@contextmanager
def collector(*, paused: bool) -> Iterator[None]:
    """Pause the garbage collector for a while, or leave it on; a column of the table each."""
    gc.collect()
    if paused:
        gc.disable()
    try:
        yield
    finally:
        gc.enable()
