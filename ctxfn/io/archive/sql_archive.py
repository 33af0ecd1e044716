"""An archive in a database: SQLite in a file of its own, or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import TYPE_CHECKING, TypeVar

from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.kept import (
    Kept,
    check_count,
    check_save,
    check_session,
    stored_of,
    text_of,
)
from ctxfn.io.archive.threads import to_end
from ctxfn.turns import Stored

if TYPE_CHECKING:
    from anyio import CapacityLimiter
    from sqlalchemy import Connection

    from ctxfn.io.archive.sql.backend import Backend

__all__ = ["SqlArchive"]

T = TypeVar("T")
R = TypeVar("R")


class SqlArchive:
    """An `Archive` in a database; `open_archive` makes it.

    A call runs in a thread and is never left half done: who is cancelled while it runs is so once
    it has ended. The event loop that opened it uses it, and no other one.
    """

    __slots__ = ("_backend", "_readers", "_thread", "_writers", "closed")

    def __init__(
        self, backend: Backend, readers: CapacityLimiter, writers: CapacityLimiter
    ) -> None:
        self._backend = backend
        self._readers = readers
        self._writers = writers
        self._thread = get_ident()
        self.closed = False

    def __repr__(self) -> str:
        return f"SqlArchive({self._backend.place!r})"

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        """Keep *stored* behind all that is there, once for its *key*."""
        from ctxfn.io.archive.sql import rows

        check_save(session, key, stored)

        def written() -> Callable[[Connection], None]:
            record = text_of(session, key, stored)
            return lambda asked: rows.save(asked, session, key, stored, record)

        await self._write("save", session, written)

    async def count(self, session: str, /) -> int:
        """How much talk there is."""
        from ctxfn.io.archive.sql import rows

        check_session("count", session)
        return await self._read("count", session, lambda asked: rows.count(asked, session), int)

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        """What is active, in the order it was saved, without the first *start* of the talk."""
        from ctxfn.io.archive.sql import rows

        check_session("read", session)
        check_count("read, start", start)

        def made(found: tuple[rows.Row, ...]) -> tuple[Stored, ...]:
            return tuple(stored_of(session, row.key, row.record) for row in found)

        return await self._read(
            "read", session, lambda asked: rows.read(asked, session, start), made
        )

    async def kept(
        self, session: str, /, *, behind: int = 0, most: int = 1_000
    ) -> tuple[Kept, ...]:
        """At most *most* of all that is kept *behind* a position, what is retired too."""
        from ctxfn.io.archive.sql import rows

        check_session("kept", session)
        check_count("kept, behind", behind)
        check_count("kept, most", most, 1)

        def made(found: tuple[rows.KeptRow, ...]) -> tuple[Kept, ...]:
            return tuple(
                Kept(place, key, stored_of(session, key, record), active)
                for place, key, record, active in found
            )

        return await self._read(
            "read", session, lambda asked: rows.kept(asked, session, behind, most), made
        )

    async def retire(self, session: str, until: int, /) -> None:
        """Let what stands up to the position *until* be active no longer."""
        from ctxfn.io.archive.sql import rows

        check_session("retire", session)
        check_count("retire, until", until)
        await self._write(
            "retire", session, lambda: lambda asked: rows.retire(asked, session, until)
        )

    async def clear(self, session: str, /) -> None:
        """Forget what was said in *session*."""
        from ctxfn.io.archive.sql import rows

        check_session("clear", session)
        await self._write("clear", session, lambda: lambda asked: rows.clear(asked, session))

    async def delete(self, session: str, /) -> None:
        """Forget *session* itself."""
        from ctxfn.io.archive.sql import rows

        check_session("delete", session)
        await self._write(
            "delete", session, lambda: lambda asked: rows.delete_session(asked, session)
        )

    async def sessions(self) -> tuple[str, ...]:
        """The sessions there are, the one that was last spoken in first."""
        from ctxfn.io.archive.sql import rows

        return await self._read("list the sessions", None, rows.list_sessions, tuple)

    async def _write(
        self,
        what: str,
        session: str | None,
        prepared: Callable[[], Callable[[Connection], None]],
    ) -> None:
        """Do in one transaction what *prepared* gives, which it works out before others must wait."""
        from ctxfn.io.archive.sql.opened import telling

        def done() -> None:
            work = prepared()
            with telling(what, session, self._backend), self._backend.writing() as connection:
                work(connection)

        self._check_open(what, session)
        await to_end(done, limiter=self._writers)

    async def _read(
        self,
        what: str,
        session: str | None,
        work: Callable[[Connection], T],
        made: Callable[[T], R],
    ) -> R:
        """Do *work* in one transaction, and then without it what is *made* of what it found."""
        from ctxfn.io.archive.sql.opened import telling

        def done() -> R:
            with telling(what, session, self._backend):
                with self._backend.reading() as connection:
                    found = work(connection)
                return made(found)

        self._check_open(what, session)
        return await to_end(done, limiter=self._readers)

    def _check_open(self, what: str, session: str | None) -> None:
        if self.closed:
            raise ArchiveFailure(what, session, "the archive is closed: its block has ended")
        if get_ident() != self._thread:  # a limiter wakes nobody in another loop
            reason = "it is used by another event loop than opened it; open it there as well"
            raise ArchiveFailure(what, session, reason)
