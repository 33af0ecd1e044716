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
from typing import Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import GRACE
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.cleaning import cleaned, redacted
from ctxfn.io.sources.safely import problem
from ctxfn.io.sources.source import Source, Surface

_BROKE_OFF: Final = "the connection broke off"

__all__ = ["Owner", "plain_error"]


class Owner:
    """One connection of *source*, from its opening to its end."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ready: concurrent.futures.Future[Surface | str] = concurrent.futures.Future()
        self._ended = threading.Event()
        self._waiting: set[concurrent.futures.Future[Answer]] = set()
        self._leaving = False
        self._lost: str | None = None
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
        """Why it could not be opened, or was lost, if that is how it ended."""
        if self._lost is not None:
            return self._lost
        came = self._ready.result() if self._ready.done() else None
        return came if isinstance(came, str) else None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is left out of what is open."""
        came = self._ready.result() if self._ready.done() else None
        return came.remarks if isinstance(came, Surface) else ()

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
            elif not self._began(asked, work, came):
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
        if self._lost is not None:
            return problem(self._source, "failed", self._lost)
        return problem(self._source, "closed", "it is not open")

    def _began(
        self,
        asked: concurrent.futures.Future[Answer],
        work: Callable[[Surface], Awaitable[Answer]],
        surface: Surface,
    ) -> bool:
        async def answered() -> None:
            _settle(asked, await work(surface))

        coroutine = answered()
        self._waiting.add(asked)
        asked.add_done_callback(self._waiting.discard)
        try:
            assert self._loop is not None
            task = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except RuntimeError:  # the loop is gone
            coroutine.close()
            return False
        task.add_done_callback(lambda one: _settle(asked, self._unanswered(one)))
        asked.add_done_callback(lambda one: task.cancel() if one.cancelled() else None)
        return not self.over

    def _unanswered(self, task: concurrent.futures.Future[None]) -> Answer:
        """Say why there is no answer, if there is none: what began may have been stopped, or broke."""
        broke = None if task.cancelled() else task.exception()
        if broke is None:
            return self._closed()
        return problem(self._source, "failed", f"{type(broke).__name__}: {broke}")

    def _run(self) -> None:
        try:
            asyncio.run(self._own())
        except BaseException as error:
            self._say(reason_of(error) if isinstance(error, Exception) else repr(error))
        finally:
            self._say("it ended before it was open")
            self._ended.set()
            for asked in tuple(self._waiting):
                _settle(asked, self._closed())

    async def _held(self, surface: Surface) -> None:
        """Wait until it is to end, or has ended by itself."""
        assert self._leave is not None
        if surface.ended is not None:
            surface.ended(self._lose)
        try:
            await self._leave.wait()
        except asyncio.CancelledError:  # by the connection itself, which breaks down around us
            self._lose(_BROKE_OFF)

    def _lose(self, reason: str) -> None:
        if self._lost is None and self._leave is not None and not self._leave.is_set():
            self._lost = reason
            self._leave.set()

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
        limit = asyncio.timeout(seconds)
        try:
            try:
                async with limit:
                    surface = await stack.enter_async_context(self._source.connect())
            except TimeoutError as error:
                told = "" if limit.expired() else str(error)
                self._say(told or f"not open within {seconds:g} s")
                return
            except Exception as error:
                if limit.expired():  # what broke on the way out is not why
                    self._say(f"not open within {seconds:g} s")
                else:
                    self._say(_words(plain_error(error)))
                return
            offered = _offered(surface)
            self._say(offered)
            if isinstance(offered, Surface):
                await self._held(offered)
        finally:
            try:
                async with asyncio.timeout(GRACE):
                    await stack.aclose()
            except Exception as error:  # what was open is given up, not mourned
                if self._lost == _BROKE_OFF:
                    self._lost = _words(plain_error(error))


def _offered(surface: object) -> Surface | str:
    if isinstance(surface, Surface):
        return surface
    return f"connect brought a {type(surface).__name__}, no Surface"


def plain_error(error: Exception) -> Exception:
    """Take an error out of the groups it came in, the first if they are several."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _words(error: Exception) -> str:
    return error.reason if isinstance(error, SourceRefusal) else reason_of(error)


def _settle(asked: concurrent.futures.Future[Answer], answer: Answer) -> None:
    with contextlib.suppress(concurrent.futures.InvalidStateError):
        asked.set_result(answer)
