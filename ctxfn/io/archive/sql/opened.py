"""From an address to a backend whose tables are there."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.sql.backend import Backend
from ctxfn.io.archive.sql.postgresql import postgresql_backend
from ctxfn.io.archive.sql.schema import prepare
from ctxfn.io.archive.sql.sqlite import sqlite_backend
from ctxfn.io.sources.cleaning import cleaned, redacted

__all__ = ["opened", "telling"]

_SCHEME: Final = re.compile(r"([a-z][a-z0-9+]*)://", re.IGNORECASE)
_NEARLY: Final = re.compile(r"postgres[a-z0-9+]*:", re.IGNORECASE)
_SQLITE_URL: Final = re.compile(r"sqlite:///(?=.)", re.IGNORECASE)
_POSTGRESQL: Final = frozenset(("postgres", "postgresql", "postgresql+psycopg"))

#: No reason is worth more.
_LONGEST: Final = 300


def opened(url: str, seconds: float) -> Backend:
    """Connect to the database at *url* and see to its tables.

    Raises:
        InvalidArgument: *url* is no address of a database we know.
        MissingExtra: its driver is not installed.
        ArchiveFailure: it cannot be reached or written, or is something else.
    """
    scheme = _SCHEME.match(url)
    with telling("open", None):
        if scheme is not None and scheme[1].lower() in _POSTGRESQL:
            backend = postgresql_backend(url, seconds)
        else:
            backend = sqlite_backend(_path(url), seconds)
    try:
        with telling("open", None, backend), backend.writing() as connection:
            prepare(connection)
    except BaseException:
        backend.engine.dispose()
        raise
    return backend


def _path(url: str) -> Path:
    path = _SQLITE_URL.sub("", url)
    asks = path != url and "?" in path  # of an address, how to open it: that is for us to say
    if (
        _SCHEME.match(path)
        or _NEARLY.match(path)
        or asks
        or path in ("", ":memory:")
        or "\0" in path
    ):
        expected = "the path of a SQLite file, sqlite:///path, or postgresql://user:word@host/name"
        is_address = _SCHEME.match(path) or _NEARLY.match(path)  # and a password may be in it
        found = "an address of another kind" if is_address else shown(path)
        raise InvalidArgument("open_archive, url", found, expected)
    try:
        return Path(os.path.abspath(Path(path).expanduser()))
    except RuntimeError:
        raise InvalidArgument(
            "open_archive, url", shown(path), "a path of a home there is"
        ) from None


@contextlib.contextmanager
def telling(what: str, session: str | None, backend: Backend | None = None) -> Iterator[None]:
    """Say what went wrong in the block, in words without a secret, a statement or a message.

    Raises:
        ArchiveFailure: whatever the database or its driver raised, or what is there is damaged.
    """
    try:
        yield
    except DBAPIError as error:  # its own words repeat the statement and what was in it
        raise _failure(what, session, error.orig or error, backend) from None
    except _errors() as error:
        raise _failure(what, session, error, backend) from None
    except (TypeError, ValueError) as error:  # SQLite keeps anything in any column
        damaged = ValueError(f"the tables hold what no archive of ours wrote: {error}")
        raise _failure(what, session, damaged, backend) from None


def _failure(
    what: str, session: str | None, error: BaseException, backend: Backend | None
) -> ArchiveFailure:
    said = " ".join(str(error).split("\n")[0].split()) or type(error).__name__
    where = "" if backend is None else f" ({backend.place})"
    words = redacted(cleaned(said), () if backend is None else backend.secrets)
    return ArchiveFailure(what, session, f"{words[:_LONGEST]}{where}")


def _errors() -> tuple[type[Exception], ...]:
    """What a database, its driver and the system raise."""
    always = (SQLAlchemyError, sqlite3.Error, OSError, OverflowError, UnicodeError)
    try:
        import psycopg
    except ImportError:
        return always
    return (*always, psycopg.Error)
