"""Open a source and ask it, awaiting the answer or not: one implementation, two ways to wait."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Final

from attrs import evolve

from ctxfn.errors import check_argument
from ctxfn.io.gather.fetching import GRACE
from ctxfn.io.sources.answers import Answer, Status, Stood
from ctxfn.io.sources.cleaning import tidied
from ctxfn.io.sources.owner import Owner
from ctxfn.io.sources.safely import problem, safe_status, safely
from ctxfn.io.sources.source import Asker, Question, Source, Surface, run_now

__all__ = [
    "NOBODY",
    "OpenSource",
    "aquery",
    "astatus",
    "aupdate",
    "opened",
    "opened_now",
    "query",
    "status",
    "update",
]

#: Nobody in particular asks.
NOBODY: Final = Asker()


class OpenSource:
    """A source that is open; any thread and any task may ask it, also at the same time.

    A connection that could not be opened is tried again by the next question.
    """

    def __init__(self, source: Source) -> None:
        check_argument("OpenSource, source", source, Source, "a Source(...)")
        self.source = source
        self._lock = threading.Lock()
        self._closed = False
        self._owner = Owner(source)

    @property
    def state(self) -> Stood:
        """What became of the connection."""
        if self._closed:
            return "closed"
        if self._owner.opening:
            return "opening"
        return "failed" if self._owner.reason is not None or self._owner.over else "open"

    def query(self, question: str, asker: Asker = NOBODY) -> Answer:
        """Ask, and wait for the answer; whatever goes wrong is one."""
        return self._waited(self._asked(question, asker))

    async def aquery(self, question: str, asker: Asker = NOBODY) -> Answer:
        """Ask, and await the answer; whatever goes wrong is one."""
        return await self._awaited(self._asked(question, asker))

    def update(self, instruction: str, asker: Asker = NOBODY) -> Answer:
        """Have something changed; one that can only be read says so."""
        return self._waited(self._told(instruction, asker), self.source.limits.changing)

    async def aupdate(self, instruction: str, asker: Asker = NOBODY) -> Answer:
        """Have something changed, and await the answer."""
        limit = self.source.limits.changing
        return await self._awaited(self._told(instruction, asker), limit)

    def call(self, name: str, arguments: Mapping[str, object], asker: Asker = NOBODY) -> Answer:
        """Run the operation of that *name*."""
        return self._waited(self._called(name, arguments, asker))

    async def acall(
        self, name: str, arguments: Mapping[str, object], asker: Asker = NOBODY
    ) -> Answer:
        """Run the operation of that *name*, and await its answer."""
        return await self._awaited(self._called(name, arguments, asker))

    def status(self) -> Status:
        """Say whether it can be used, and what became of the connection."""
        return run_now(self.astatus(), "status")

    async def astatus(self) -> Status:
        """Say whether it can be used, and await that."""
        owner, state = self._owner, self.state
        if state == "failed":
            return Status(False, self._tidy(owner.reason or "the connection ended"), state)
        found = evolve(await safe_status(self.source), state=state)
        remarks = owner.remarks if state == "open" else ()
        told = "; ".join(one for one in (found.detail, *remarks) if one)
        return evolve(found, detail=self._tidy(told))

    async def asurface(self) -> Surface | Answer:
        """Await what it offers, or why it is not open."""
        found: list[Surface] = []

        async def look(surface: Surface) -> Answer:
            found.append(surface)
            return Answer()

        answer = await self._awaited(self._submitted(look))
        return found[0] if found else answer

    def _asked(self, question: str, asker: Asker) -> concurrent.futures.Future[Answer]:
        asked = _question("query", question, asker)
        return self._submitted(lambda surface: safely(self.source, surface.ask, asked))

    def _told(self, instruction: str, asker: Asker) -> concurrent.futures.Future[Answer]:
        told = _question("update", instruction, asker)

        async def change(surface: Surface) -> Answer:
            if surface.change is None:
                return read_only(self.source)
            limit = self.source.limits.changing
            return await safely(self.source, surface.change, told, seconds=limit)

        return self._submitted(change)

    def _called(
        self, name: str, arguments: Mapping[str, object], asker: Asker
    ) -> concurrent.futures.Future[Answer]:
        check_argument("call, name", name, str, "a text")
        check_argument("call, arguments", arguments, Mapping, "arguments by name")
        check_argument("call, asker", asker, Asker, "an Asker(...)")

        async def run(surface: Surface) -> Answer:
            offered = surface.offered_to(asker)
            for one in offered:
                if one.name == name:
                    return await safely(self.source, one.run, arguments)
            known = ", ".join(one.name for one in offered) or "none"
            return problem(self.source, "refused", f"no operation {name!r}; there is: {known}")

        return self._submitted(run)

    def _submitted(
        self, work: Callable[[Surface], Awaitable[Answer]]
    ) -> concurrent.futures.Future[Answer]:
        with self._lock:
            if self._closed:
                done: concurrent.futures.Future[Answer] = concurrent.futures.Future()
                done.set_result(problem(self.source, "closed", "it is not open"))
                return done
            if self.state == "failed":
                self._owner = Owner(self.source)
            return self._owner.submit(work)

    def _patience(self, limit: float | None) -> float:
        """To open, to answer, and twice the grace of what ends late."""
        limits = self.source.limits
        return limits.opening + (limits.seconds if limit is None else limit) + 2 * GRACE

    def _waited(
        self, asked: concurrent.futures.Future[Answer], limit: float | None = None
    ) -> Answer:
        try:
            return asked.result(self._patience(limit))
        except TimeoutError:
            asked.cancel()
            return self._too_late(limit)

    async def _awaited(
        self, asked: concurrent.futures.Future[Answer], limit: float | None = None
    ) -> Answer:
        try:
            async with asyncio.timeout(self._patience(limit)):
                return await asyncio.wrap_future(asked)
        except TimeoutError:
            return self._too_late(limit)

    def _too_late(self, limit: float | None) -> Answer:
        return problem(self.source, "late", f"no answer within {self._patience(limit):g} s")

    def _tidy(self, text: str) -> str:
        return tidied(Answer(text=text), self.source.limits, self.source.secrets).text or ""

    def _close(self) -> threading.Event:
        with self._lock:
            self._closed = True
            return self._owner.close()


@contextlib.contextmanager
def opened_now(source: Source) -> Iterator[OpenSource]:
    """Open *source* for a ``with`` block, and close it behind; a stuck one is left to itself."""
    check_argument("opened_now, source", source, Source, "a Source(...)")
    live = OpenSource(source)
    try:
        yield live
    finally:
        live._close().wait(2 * GRACE)


@contextlib.asynccontextmanager
async def opened(source: Source) -> AsyncIterator[OpenSource]:
    """Open *source* for an ``async with`` block, and close it behind."""
    check_argument("opened, source", source, Source, "a Source(...)")
    live = OpenSource(source)
    try:
        yield live
    finally:
        await asyncio.to_thread(live._close().wait, 2 * GRACE)


async def aquery(source: Source, question: str, asker: Asker = NOBODY) -> Answer:
    """Open *source*, ask it, close it; await the answer."""
    async with opened(source) as live:
        return await live.aquery(question, asker)


def query(source: Source, question: str, asker: Asker = NOBODY) -> Answer:
    """Open *source*, ask it, close it.

    Raises:
        InvalidArgument: an event loop runs here; await `aquery`.
    """
    return run_now(aquery(source, question, asker), "query")


async def aupdate(source: Source, instruction: str, asker: Asker = NOBODY) -> Answer:
    """Open *source*, have something changed, close it; await the answer."""
    async with opened(source) as live:
        return await live.aupdate(instruction, asker)


def update(source: Source, instruction: str, asker: Asker = NOBODY) -> Answer:
    """Open *source*, have something changed, close it.

    Raises:
        InvalidArgument: an event loop runs here; await `aupdate`.
    """
    return run_now(aupdate(source, instruction, asker), "update")


async def astatus(source: Source) -> Status:
    """Await whether *source* can be used; it is not opened."""
    check_argument("astatus, source", source, Source, "a Source(...)")
    return await safe_status(source)


def status(source: Source) -> Status:
    """Say whether *source* can be used; it is not opened.

    Raises:
        InvalidArgument: an event loop runs here; await `astatus`.
    """
    return run_now(astatus(source), "status")


def read_only(source: Source) -> Answer:
    """Say that *source* can only be read, so that nobody tries again."""
    reason = f"{source.label} can only be read: do not try to change anything there"
    return problem(source, "read-only", reason)


def _question(verb: str, text: str, asker: Asker) -> Question:
    check_argument(f"{verb}, question", text, str, "a text")
    check_argument(f"{verb}, asker", asker, Asker, "an Asker(...)")
    return Question(text, asker)
