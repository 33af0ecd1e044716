"""Open an archive in a database, for a block."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec

from ctxfn.errors import InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.archive.sql_archive import SqlArchive
from ctxfn.io.archive.threads import to_end

__all__ = ["demand", "open_archive"]


def open_archive(
    url: str | os.PathLike[str], *, seconds: float = 30.0
) -> AbstractAsyncContextManager[SqlArchive]:
    """Open the archive at *url* for a block; what is missing there is made.

    *url* is the path of a SQLite file, ``sqlite:///path``, or ``postgresql://user:word@host/name``.
    Several programs may use it at the same time; *seconds* is how long one waits for another.

    Raises:
        InvalidArgument: it is none of these.
        MissingExtra: sqlalchemy or anyio is not installed, or psycopg for PostgreSQL.
        ArchiveFailure: as the block begins: it cannot be reached, or a newer ctxfn made it.
    """
    check_argument("open_archive, url", url, str | os.PathLike, "a path, or an address")
    text = os.fspath(url)
    check_argument("open_archive, url", text, str, "a path that is a text, or an address")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 1e6:
        raise InvalidArgument(
            "open_archive, seconds", shown(seconds), "seconds, above 0 and below a million"
        )
    demand("anyio", "sqlalchemy")
    return _opened(text, float(seconds))


@asynccontextmanager
async def _opened(url: str, seconds: float) -> AsyncIterator[SqlArchive]:
    from anyio import CancelScope, CapacityLimiter

    from ctxfn.io.archive.sql.backend import READERS
    from ctxfn.io.archive.sql.opened import opened

    backend = await to_end(lambda: opened(url, seconds), undo=lambda late: late.engine.dispose())
    archive = SqlArchive(backend, CapacityLimiter(READERS), CapacityLimiter(backend.writers))
    try:
        yield archive
    finally:
        archive.closed = True
        try:
            with CancelScope(shield=True):
                await to_end(backend.engine.dispose)
        finally:
            backend.engine.dispose()  # asyncio cancelled the closing too


def demand(*packages: str) -> None:
    """Say so if one of *packages* is missing.

    Raises:
        MissingExtra: it is.
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(package, "agent")
