"""Who is cancelled leaves nothing half done, whoever cancels: a scope, or asyncio itself."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import anyio
import pytest

from ctxfn.io.archive import open_archive, open_log
from ctxfn.io.archive.threads import to_end
from ctxfn.messages import user
from ctxfn.turns import Stored
from tests.io.archive.crashing import event_at

HI = Stored(user("Hi"), 1)


def test_what_runs_ends_before_its_task_does() -> None:
    started, ending = threading.Event(), threading.Event()
    undone: list[str] = []

    def work() -> str:
        started.set()
        assert ending.wait(30)
        return "made"

    async def cancel() -> bool:
        task = asyncio.create_task(to_end(work, undo=undone.append))
        await asyncio.to_thread(started.wait)
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0.01)
        waited = not task.done()
        ending.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        return waited

    assert (asyncio.run(cancel()), undone) == (True, ["made"])


@pytest.mark.parametrize("seconds", [0.0, 0.0005, 0.001, 0.002, 0.004])
def test_a_save_is_there_or_not(tmp_path: Path, seconds: float) -> None:
    async def cancel() -> tuple[Stored, ...]:
        async with open_archive(tmp_path / "a.db") as archive:
            await archive.save("s", "k", HI)
            task = asyncio.create_task(archive.save("s", "k2", HI))
            await asyncio.sleep(seconds)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await archive.save("s", "k2", HI)
            return await archive.read("s")

    assert asyncio.run(cancel()) == (HI, HI)


def test_one_that_waits_for_its_turn_never_begins(tmp_path: Path) -> None:
    done: list[int] = []

    async def cancel() -> None:
        limiter = anyio.CapacityLimiter(1)
        first = asyncio.create_task(to_end(lambda: time.sleep(0.05), limiter=limiter))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(to_end(lambda: done.append(2), limiter=limiter))
        await asyncio.sleep(0.01)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        await first

    asyncio.run(cancel())

    assert done == []


@pytest.mark.parametrize("way", ["scope", "asyncio"])
def test_a_log_whose_opening_was_cancelled_can_be_opened(tmp_path: Path, way: str) -> None:
    async def hold() -> None:
        async with open_log(tmp_path, "s") as log:
            await log.append(event_at(0))

    async def cancel() -> None:
        for moments in range(12):
            if way == "scope":
                with anyio.move_on_after(moments * 0.0004):
                    await hold()
            else:
                task = asyncio.create_task(hold())
                await asyncio.sleep(moments * 0.0004)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            async with open_log(tmp_path, "s") as log:
                assert {*log.found.events} <= {event_at(0)}

    asyncio.run(cancel())
