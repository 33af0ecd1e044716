"""A thread with an event loop of its own that opens a connection, holds it, and closes it.

Some connections must be closed by the task that opened them, and some callers have no event loop.
A thread of its own serves both: who asks waits for a future, awaiting it or not.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Awaitable, Callable

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import GRACE
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.cleaning import cleaned, redacted
from ctxfn.io.sources.safely import problem
from ctxfn.io.sources.source import Source, Surface

__all__ = ["Owner"]


class Owner:
    """One connection of *source*, from its opening to its end."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ready: concurrent.futures.Future[Surface | str] = concurrent.futures.Future()
        self._ended = threading.Event()
        self._leaving = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None
        name = f"source {source.id:.40}"
        threading.Thread(target=self._run, daemon=True, name=name).start()

    @property
    def opening(self) -> bool:
        """Whether it is not yet known how the opening ended."""
        return not self._ready.done()

    @property
    def reason(self) -> str | None:
        """Why it could not be opened, if that is how it ended."""
        came = self._ready.result() if self._ready.done() else None
        return came if isinstance(came, str) else None

    @property
    def over(self) -> bool:
        """Whether it has ended, however."""
        return self._ended.is_set()

    def submit(
        self, work: Callable[[Surface], Awaitable[Answer]]
    ) -> concurrent.futures.Future[Answer]:
        """Have *work* done with what is open; whatever goes wrong, the future has an answer."""
        asked: concurrent.futures.Future[Answer] = concurrent.futures.Future()

        def begin(ready: concurrent.futures.Future[Surface | str]) -> None:
            came = ready.result()
            if isinstance(came, str):
                _settle(asked, problem(self._source, "failed", came))
            elif not self._began(asked, work(came)):
                _settle(asked, self._closed())

        self._ready.add_done_callback(begin)
        return asked

    def close(self) -> threading.Event:
        """Ask it to end, whatever it does; the event tells when it has."""
        self._leaving = True
        if self._loop is not None and self._leave is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._leave.set)
        return self._ended

    def _closed(self) -> Answer:
        return problem(self._source, "closed", "it is not open")

    def _began(self, asked: concurrent.futures.Future[Answer], work: Awaitable[Answer]) -> bool:
        async def answered() -> None:
            try:
                _settle(asked, await work)
            except asyncio.CancelledError:
                _settle(asked, self._closed())
                raise

        coroutine = answered()
        try:
            assert self._loop is not None
            task = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except RuntimeError:  # the loop is gone
            coroutine.close()
            close = getattr(work, "close", None)
            if callable(close):
                close()
            return False
        asked.add_done_callback(lambda one: task.cancel() if one.cancelled() else None)
        return True

    def _run(self) -> None:
        try:
            asyncio.run(self._own())
        except BaseException as error:
            self._say(reason_of(error) if isinstance(error, Exception) else repr(error))
        finally:
            self._say("it ended before it was open")
            self._ended.set()

    def _say(self, came: Surface | str) -> None:
        if isinstance(came, str):
            came = redacted(cleaned(came), self._source.secrets)
        with contextlib.suppress(concurrent.futures.InvalidStateError):
            self._ready.set_result(came)

    async def _own(self) -> None:
        self._loop, self._leave = asyncio.get_running_loop(), asyncio.Event()
        if self._leaving:
            return
        stack = contextlib.AsyncExitStack()
        seconds = self._source.limits.opening
        try:
            try:
                async with asyncio.timeout(seconds) as limit:
                    surface = await stack.enter_async_context(self._source.connect())
            except TimeoutError as error:
                told = "" if limit.expired() else str(error)
                self._say(told or f"not open within {seconds:g} s")
                return
            except Exception as error:
                plain = _plain(error)
                refused = isinstance(plain, SourceRefusal)
                self._say(str(plain) if refused else reason_of(plain))
                return
            self._say(_offered(surface))
            await self._leave.wait()
        finally:
            with contextlib.suppress(Exception):  # what was open is given up, not mourned
                async with asyncio.timeout(GRACE):
                    await stack.aclose()


def _offered(surface: object) -> Surface | str:
    if isinstance(surface, Surface):
        return surface
    return f"connect brought a {type(surface).__name__}, no Surface"


def _plain(error: Exception) -> Exception:
    """Take an error out of the groups it came in, if it is alone there."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _settle(asked: concurrent.futures.Future[Answer], answer: Answer) -> None:
    with contextlib.suppress(concurrent.futures.InvalidStateError):
        asked.set_result(answer)
