"""The log of a session: each event is on the disk before its effects are carried out."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

from ctxfn.errors import check_argument
from ctxfn.io.archive.disk import make_folder, replace_file
from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.kept import check_session
from ctxfn.io.archive.logs.line_file import LineFile
from ctxfn.io.archive.logs.locks import Lock
from ctxfn.io.archive.logs.names import LOCK, LOG, NAME, session_of, stem_of
from ctxfn.io.archive.opening import demand
from ctxfn.turns import (
    AGENT,
    Agent,
    AgentEvent,
    InvalidLog,
    Log,
    read_log,
    read_record,
    write_record,
)

__all__ = ["EventLog", "logged_sessions", "open_log", "read_logged"]

T = TypeVar("T")


def open_log(
    folder: str | os.PathLike[str], session: str, *, agent: Agent = AGENT, sync: bool = True
) -> AbstractAsyncContextManager[EventLog]:
    """Open the log of *session* in *folder* for a block, for one writer; it is made if missing.

    A new log begins with *agent*. *sync*: an event is on the disk once `append` returns; without, it
    survives the end of the program and not that of the machine.

    Raises:
        InvalidArgument: they are of another kind.
        MissingExtra: anyio is not installed.
        ArchiveFailure: as the block begins: somebody writes it, or it cannot be read or written.
    """
    check_argument("open_log, folder", folder, str | os.PathLike, "a path")
    check_session("open_log", session)
    check_argument("open_log, agent", agent, Agent, "an Agent")
    check_argument("open_log, sync", sync, bool, "True or False")
    demand("anyio")
    return _opened(Path(folder), session, agent, sync)


@asynccontextmanager
async def _opened(folder: Path, session: str, agent: Agent, sync: bool) -> AsyncIterator[EventLog]:
    from anyio import CancelScope

    log = await _in_thread(
        "open the log", session, lambda: _EventFiles(folder, session, agent, sync)
    )
    opened = EventLog(session, log)
    try:
        yield opened
    finally:
        with CancelScope(shield=True):
            await _in_thread("close the log", session, log.close)


class EventLog:
    """The log of one session, open; `open_log` makes it.

    `found` is what was there: how it began, and what happened since. `mended` is how many bytes of an
    event were cut off, since the program died before it was written: nobody acted upon it.
    `events` counts those behind the state it begins with.
    """

    __slots__ = ("_files", "events", "found", "mended", "session")

    def __init__(self, session: str, files: _EventFiles) -> None:
        self.session = session
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
            lines = tuple(map(_line, events))
            self._files.lines.append(*lines)
            self.events += len(lines)

        if events:
            await _in_thread("append to the log", self.session, work)

    async def compact(self, agent: Agent) -> None:
        """Let the log begin anew with *agent*, the state behind its last event.

        At each moment the old log or the new one is there, whole: both lead to the same state.

        Raises:
            InvalidArgument: *agent* is none.
            ArchiveFailure: it could not be written.
        """
        check_argument("compact, agent", agent, Agent, "an Agent")

        def work() -> None:
            self._files.lines.replace(_line(agent))
            self.events = 0

        await _in_thread("compact the log", self.session, work)

    async def read(self) -> Log:
        """Read what is in it now.

        Raises:
            ArchiveFailure: it cannot be read.
        """
        return await _in_thread("read the log", self.session, self._files.read)

    async def delete(self) -> None:
        """Delete it; nothing can be appended any more.

        Raises:
            ArchiveFailure: it could not be deleted.
        """
        await _in_thread("delete the log", self.session, self._files.delete)


class _EventFiles:
    """The files of a log: its lines, its lock, and the session's name where theirs is too short."""

    def __init__(self, folder: Path, session: str, agent: Agent, sync: bool) -> None:
        make_folder(folder)
        stem = stem_of(session)
        self._name = folder / f"{stem}{NAME}"
        self._closed = False
        self._lock = Lock(folder / f"{stem}{LOCK}")
        try:
            if session_of(stem) is None:
                replace_file(self._name, session.encode("utf-8", "surrogatepass"))
            self.lines = LineFile(folder / f"{stem}{LOG}", _line(agent), sync=sync)
            try:
                self.found = self.read()
            except BaseException:
                self.lines.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def read(self) -> Log:
        return read_log(self.lines.text())

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self.lines.close()
            self._lock.release()

    def delete(self) -> None:
        if not self._closed:
            self._closed = True
            self.lines.close(remove=True)
            self._name.unlink(missing_ok=True)
            self._lock.release(remove=True)


async def read_logged(folder: str | os.PathLike[str], session: str) -> Log | None:
    """Read the log of *session* without writing it; None if there is none.

    Somebody may be writing it: an event that is being written is left out.

    Raises:
        ArchiveFailure: it cannot be read.
    """
    check_argument("read_logged, folder", folder, str | os.PathLike, "a path")
    check_session("read_logged", session)
    demand("anyio")
    path = Path(folder) / f"{stem_of(session)}{LOG}"

    def work() -> Log | None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        return read_log(data.partition(b"\0")[0].decode("utf-8"))

    return await _in_thread("read the log", session, work)


async def logged_sessions(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """Name the sessions that have a log in *folder*: those to go on with after a crash.

    Raises:
        ArchiveFailure: the folder cannot be read.
    """
    check_argument("logged_sessions, folder", folder, str | os.PathLike, "a path")
    demand("anyio")

    def work() -> tuple[str, ...]:
        found = (_session_at(path) for path in sorted(Path(folder).glob(f"*{LOG}")))
        return tuple(name for name in found if name is not None)

    return await _in_thread("list the logs", None, work)


def _session_at(path: Path) -> str | None:
    stem = path.name.removesuffix(LOG)
    name = session_of(stem)
    beside = path.with_name(f"{stem}{NAME}")
    if name is not None or not beside.exists():
        return name
    name = beside.read_bytes().decode("utf-8", "surrogatepass")
    return name if stem_of(name) == stem else None


def _line(record: Agent | AgentEvent) -> str:
    """Write a line, and read it: one that cannot be read would close the whole log."""
    line = write_record(record)
    if read_record(line) != record:
        raise InvalidLog(None, "a record that would not come back as it is", "another one")
    return line


async def _in_thread(what: str, session: str | None, work: Callable[[], T]) -> T:
    from anyio import to_thread

    def done() -> T:
        with _telling(what, session):
            return work()

    return await to_thread.run_sync(done)


@contextmanager
def _telling(what: str, session: str | None) -> Iterator[None]:
    try:
        yield
    except BlockingIOError:
        reason = "another program, or another part of this one, writes it: a log has one writer"
        raise ArchiveFailure(what, session, reason) from None
    except (OSError, UnicodeError, InvalidLog) as error:
        raise ArchiveFailure(what, session, str(error)) from None
