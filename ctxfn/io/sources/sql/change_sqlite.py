"""Change a SQLite file, within what SQLite itself allows.

An authorizer is asked while a statement is prepared; it knows which database of the connection is
meant, and no other than the file is. The transaction is ours: a statement can neither end it nor
begin another.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.sql.backend import statement_of
from ctxfn.io.sources.sql.changing import Changed, Writer, refuse_many
from ctxfn.io.sources.sql.rows import rows_of
from ctxfn.io.sources.sql.sqlite import (
    NO_FUNCTIONS,
    READING,
    address_of_file,
    bounded_connection,
    tell_sqlite,
)

__all__ = ["sqlite_writer"]

_CHANGING: Final = frozenset(
    (
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_REINDEX,
    )
)

#: What takes something away for good, or makes something that runs by itself.
_ALTERING: Final = frozenset(
    (
        sqlite3.SQLITE_ALTER_TABLE,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_DROP_INDEX,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_TRIGGER,
        sqlite3.SQLITE_DROP_VIEW,
    )
)

#: Where the authorizer is told the name of the database first: it is asked of the second there.
_DATABASE_FIRST: Final = frozenset((sqlite3.SQLITE_ALTER_TABLE,))

_TEMPORARY: Final = "sqlite_temp_master"

_OF_THE_TIME: Final = 0.8


def sqlite_writer(path: str, limits: Limits, *, alters: bool) -> Writer:
    """Make what changes the file at *path*; *alters*: it may drop and alter, too.

    Raises:
        InvalidArgument: it is no path.
    """
    uri = f"{address_of_file(path)}?mode=rw"

    def run(sql: str) -> Changed:
        end = time.monotonic() + limits.seconds * _OF_THE_TIME
        with _begun(uri, limits, end) as connection:
            before = connection.total_changes
            there = _tables(connection)
            connection.set_authorizer(_judge(alters))
            cursor = connection.execute(statement_of(sql))
            columns = tuple(one[0] for one in cursor.description or ())
            rows = rows_of(columns, cursor, limits.rows, limits) if columns else None
            cursor.close()
            connection.set_authorizer(None)
            count = connection.total_changes - before
            # Rows that a table is made with are counted nowhere else.
            for name in _tables(connection) - there:
                count += _rows(connection, name, limits.changed_rows + 1)
            refuse_many(count, limits)
            if time.monotonic() > end:
                raise TimeoutError("the statement took too long: nothing was changed")
        return Changed(count, rows)

    return Writer(run, lambda error: _told(error, limits, alters))


@contextlib.contextmanager
def _begun(uri: str, limits: Limits, end: float) -> Iterator[sqlite3.Connection]:
    connection = bounded_connection(uri, limits, end)
    connection.isolation_level = None
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()  # what is not made lasting by now never was


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")
    return {str(name) for (name,) in found}


def _rows(connection: sqlite3.Connection, table: str, most: int) -> int:
    name = table.replace('"', '""')
    asked = f'SELECT count(*) FROM (SELECT 1 FROM main."{name}" LIMIT {most})'
    return int(connection.execute(asked).fetchone()[0])


def _judge(
    alters: bool,
) -> Callable[[int, str | None, str | None, str | None, str | None], int]:
    allowed = _CHANGING | _ALTERING if alters else _CHANGING

    def may(
        action: int, first: str | None, second: str | None, database: str | None, _by: str | None
    ) -> int:
        if action == sqlite3.SQLITE_FUNCTION:
            fits = (second or "").lower() not in NO_FUNCTIONS
        elif action in allowed:
            # What is renamed is renamed in what is temporary, too, which is empty.
            renamed = alters and action == sqlite3.SQLITE_UPDATE and first == _TEMPORARY
            fits = renamed or (first if action in _DATABASE_FIRST else database) == "main"
        else:
            fits = action in READING
        return sqlite3.SQLITE_OK if fits else sqlite3.SQLITE_DENY

    return may


def _told(error: BaseException, limits: Limits, alters: bool) -> str:
    words = str(error)
    if "not authorized" in words or "prohibited" in words:
        more = "" if alters else "; to drop or to alter is not allowed here"
        return f"{words}: one statement that inserts, updates, deletes, or makes a table{more}"
    if "unable to open" in words:
        raise SourceRefusal(f"{words}: the file must be there, and may be written")
    return tell_sqlite(error, limits)
