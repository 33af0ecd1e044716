"""An event loop whose time is a number: it jumps to the next timer instead of waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["VirtualLoop", "run_virtually"]

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only when everybody waits for it."""

    def __init__(self) -> None:
        super().__init__(_NoWait(self))
        self.now = 0.0

    def time(self) -> float:
        """The seconds that have passed."""
        return self.now


class _NoWait(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self.loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout:
            self.loop.now += timeout
        return super().select(0)


def run_virtually(main: Coroutine[Any, Any, T]) -> tuple[T, float, int]:
    """Run *main*; return its result, the seconds it took, and how many tasks it left behind."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:

        async def watched() -> tuple[T, float, int]:
            loop = asyncio.get_running_loop()
            started = loop.time()
            result = await main
            return result, loop.time() - started, len(asyncio.all_tasks()) - 1

        return runner.run(watched())
