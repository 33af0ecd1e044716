"""Fetch one thing within a limit, in the loop or in a thread, and leave nothing behind."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from ctxfn.errors import shown

__all__ = ["GRACE", "Late", "fetched"]

V = TypeVar("V")

#: Seconds that a cancelled fetch has to end; one that does not is left to itself.
GRACE: Final = 1.0


class Late(Exception):
    """A fetch that did not end within its limit."""


async def fetched(fetch: Callable[[V], object], view: V, limit: float) -> object:
    """Return what *fetch* makes of *view*.

    A coroutine function runs in the loop; any other in a thread of its own, so that it may
    block. If what that returns can be awaited, it is awaited in the loop.

    Raises:
        Late: it took longer than *limit* seconds. It was cancelled; a thread cannot be, and
            is forgotten: it does not keep the process alive.
    """
    task = asyncio.ensure_future(_called(fetch, view))
    in_time = False
    try:
        await asyncio.wait({task}, timeout=limit)
        in_time = task.done()
    finally:
        if not in_time:
            task.cancel()
            await asyncio.wait({task}, timeout=GRACE)
    if not in_time:
        raise Late
    if task.cancelled():
        raise RuntimeError("it cancelled itself")
    return task.result()


async def _called(fetch: Callable[[V], object], view: V) -> object:
    if inspect.iscoroutinefunction(fetch) or inspect.iscoroutinefunction(
        getattr(fetch, "__call__", None)  # noqa: B004
    ):
        result = fetch(view)
    else:
        result = await _in_thread(fetch, view)
    return await result if isinstance(result, Awaitable) else result


def _in_thread(fetch: Callable[[V], object], view: V) -> asyncio.Future[object]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()
    context = contextvars.copy_context()

    def settle(how: Callable[[], None]) -> None:
        if not future.done():
            how()

    def work() -> None:
        try:
            result = context.run(fetch, view)
        except BaseException as error:
            # A future takes no StopIteration, and what ends a process ends no gathering.
            plain = isinstance(error, Exception) and not isinstance(error, StopIteration)
            wrong = error if plain else RuntimeError(repr(error))
            _tell(loop, settle, lambda: future.set_exception(wrong))
        else:
            _tell(loop, settle, lambda: future.set_result(result))

    threading.Thread(target=work, daemon=True, name=f"gather {shown(fetch):.40}").start()
    return future


def _tell(
    loop: asyncio.AbstractEventLoop,
    settle: Callable[[Callable[[], None]], None],
    how: Callable[[], None],
) -> None:
    try:
        loop.call_soon_threadsafe(settle, how)
    except RuntimeError:  # the loop is gone, and so is whoever asked
        return
