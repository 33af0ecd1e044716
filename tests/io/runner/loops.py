"""Event loops for tests: time that is not waited for, and an order that a seed chooses."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class Crash(BaseException):
    """The program is gone."""


class SeededLoop(asyncio.SelectorEventLoop):
    """What is ready runs in an order that *seed* chooses; the clock jumps to what is due next.

    After *steps* callbacks the program is gone.
    """

    def __init__(self, seed: int, steps: int | None = None) -> None:
        super().__init__()
        self._chance = random.Random(seed)
        self._now = 0.0
        self.steps_left = steps
        self.steps = 0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        scheduled: Any = self._scheduled  # type: ignore[attr-defined]
        if not ready and scheduled:
            self._now = max(self._now, scheduled[0].when())
        elif not ready:
            raise AssertionError("everybody waits, and nobody for anything that comes")
        mixed = list(ready)
        self._chance.shuffle(mixed)
        ready.clear()
        ready.extend(mixed)
        self.steps += len(mixed)
        if self.steps_left is not None and self.steps >= self.steps_left:
            raise Crash
        super()._run_once()  # type: ignore[misc]


def run(work: Callable[[], Coroutine[Any, Any, T]], seed: int = 0) -> T:
    """Run *work* to its end in an order that *seed* chooses."""
    with asyncio.Runner(loop_factory=lambda: SeededLoop(seed)) as runner:
        return runner.run(work())


def run_until(
    work: Callable[[], Coroutine[Any, Any, object]],
    seed: int,
    steps: int,
    crashed: Callable[[], None],
) -> bool:
    """Run *work* until the program is gone after so many steps; whether it ended before.

    Once *crashed* was called nothing that still runs may have an effect.
    """
    loop = SeededLoop(seed, steps)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.get_loop()
        task = loop.create_task(work())
        try:
            loop.run_until_complete(task)
            loop.steps_left = None
            return True
        except Crash:
            crashed()
            loop.steps_left = None
            task.cancel()
            with suppress(RuntimeError):  # it had just ended, and would end this run, too
                loop.run_until_complete(asyncio.wait([task]))
            task.cancelled() or task.exception()
            return False
