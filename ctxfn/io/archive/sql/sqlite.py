"""A SQLite file as an archive: write-ahead log, each transaction on the disk before it is told."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from ctxfn.io.archive.disk import sync_folder
from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.sql.backend import READERS, Backend

__all__ = ["sqlite_backend"]

_SETTINGS: Final = (
    "PRAGMA synchronous = FULL",  # NORMAL may lose the last transactions with the power
    "PRAGMA fullfsync = ON",  # on a Mac alone: there fsync stops at the drive's own memory
    "PRAGMA foreign_keys = ON",
)


def sqlite_backend(path: Path, seconds: float) -> Backend:
    """Make the backend of the file at *path*, and the file if it is missing, for its owner alone.

    Raises:
        ArchiveFailure: it cannot be written ahead of.
        OSError: it cannot be made.
        sqlite3.Error: it is no database.
    """
    _make(path)
    with closing(_connection(path, seconds)) as connection:
        _write_ahead(connection, seconds)
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connection(path, seconds),
        poolclass=QueuePool,
        pool_size=READERS + 1,
        max_overflow=0,
    )
    return Backend("sqlite", engine, str(path))


def _make(path: Path) -> None:
    try:
        # SQLite gives its two files beside it the same rights.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return
    sync_folder(path.parent)


def _connection(path: Path, seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=seconds, isolation_level=None, check_same_thread=False
    )
    try:
        for setting in _SETTINGS:
            connection.execute(setting)
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection, seconds: float) -> None:
    """Turn the log on; the file remembers it. SQLite does not wait here for others: we do."""
    end = time.monotonic() + seconds
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)
    if mode != "wal":
        reason = f"SQLite cannot write ahead there (journal mode {mode}): use a local disk"
        raise ArchiveFailure("open", None, reason)
