"""The log of a session: each event is on the disk before its effects are carried out."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from ctxfn.errors import check_argument
from ctxfn.io.archive.kept import check_session
from ctxfn.io.archive.logs.files import EventFiles, line_of
from ctxfn.io.archive.logs.names import folder_at
from ctxfn.io.archive.logs.working import in_thread
from ctxfn.io.archive.opening import demand
from ctxfn.turns import AGENT, Agent, AgentEvent, Log

__all__ = ["EventLog", "open_log"]


def open_log(
    folder: str | os.PathLike[str],
    session: str,
    *,
    agent: Agent = AGENT,
    sync: bool = True,
    past: bool = False,
) -> AbstractAsyncContextManager[EventLog]:
    """Open the log of *session* in *folder* for a block, for one writer; it is made if missing.

    A new log begins with *agent*. *sync*: an event is on the disk once `append` returns; without, it
    survives the end of the program and not that of the machine. With *past*, a log that begins anew is
    kept beside it, so that every moment there ever was can be replayed.

    Raises:
        InvalidArgument: they are of another kind.
        MissingExtra: anyio is not installed.
        ArchiveFailure: as the block begins: somebody writes it, or it cannot be read or written.
    """
    path = folder_at("open_log", folder)
    check_session("open_log", session)
    check_argument("open_log, agent", agent, Agent, "an Agent")
    check_argument("open_log, sync", sync, bool, "True or False")
    check_argument("open_log, past", past, bool, "True or False")
    demand("anyio")
    return _opened(path, session, agent, sync, past)


@asynccontextmanager
async def _opened(
    folder: Path, session: str, agent: Agent, sync: bool, past: bool
) -> AsyncIterator[EventLog]:
    from anyio import CancelScope

    log = await in_thread(
        "open the log",
        session,
        lambda: EventFiles(folder, session, agent, sync),
        EventFiles.close,
    )
    opened = EventLog(session, log, past=past)
    try:
        yield opened
    finally:
        try:
            with CancelScope(shield=True):
                await in_thread("close the log", session, log.close)
        finally:
            log.close()  # asyncio cancelled the closing too


class EventLog:
    """The log of one session, open; `open_log` makes it.

    `found` is what was there: how it began, and what happened since. `mended` is how many bytes of an
    event were cut off, since the program died before it was written: nobody acted upon it.
    `events` counts those behind the state it begins with.
    """

    __slots__ = ("_files", "_past", "events", "found", "mended", "session")

    def __init__(self, session: str, files: EventFiles, *, past: bool) -> None:
        self.session = session
        self._past = past
        self.found = files.found
        self.mended = files.lines.mended
        self.events = len(files.found.events)
        self._files = files

    async def append(self, *events: AgentEvent) -> None:
        """Write *events*; once it returns, carry out their effects.

        Raises:
            InvalidArgument: one is no event.
            ArchiveFailure: they could not be written, none of them; or one would not come back.
        """
        for event in events:
            check_argument("append, events", event, AgentEvent, "an event of an agent")

        def work() -> None:
            lines = tuple(map(line_of, events))
            self._files.lines.append(*lines)
            self.events += len(lines)

        if events:
            await in_thread("append to the log", self.session, work)

    async def compact(self, agent: Agent, *, forget: bool = False) -> None:
        """Let the log begin anew with *agent*, the state behind its last event.

        At each moment the old log or the new one is there, whole: both lead to the same state. If
        the past is kept, the old one stays beside it, unless all of it is to be forgotten.

        Raises:
            InvalidArgument: *agent* is none.
            ArchiveFailure: it could not be written.
        """
        check_argument("compact, agent", agent, Agent, "an Agent")
        check_argument("compact, forget", forget, bool, "True or False")

        def work() -> None:
            line = line_of(agent)
            if self._past and self.events and not forget:
                self._files.keep()
            self._files.lines.replace(line)
            if forget:
                self._files.forget()
            self.events = 0

        await in_thread("compact the log", self.session, work)

    async def read(self) -> Log:
        """Read what is in it now.

        Raises:
            ArchiveFailure: it cannot be read.
        """
        return await in_thread("read the log", self.session, self._files.read)

    async def delete(self) -> None:
        """Delete it; nothing can be appended any more.

        Raises:
            ArchiveFailure: it could not be deleted.
        """
        await in_thread("delete the log", self.session, self._files.delete)
