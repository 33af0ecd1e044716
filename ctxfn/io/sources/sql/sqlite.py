"""SQLite, kept from writing by SQLite itself.

The file is opened read-only, but a read-only connection may still attach another file and write
there. So an authorizer, asked while a statement is prepared, allows reading and nothing else; no
text is looked at. What costs without end is stopped by limits of the connection and by a look at
the clock while a statement runs.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.sql.backend import Backend, demand_sqlalchemy, statement_of
from ctxfn.io.sources.sql.plain_functions import with_plain_functions
from ctxfn.io.sources.sql.rows import Rows, rows_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = [
    "NO_FUNCTIONS",
    "READING",
    "address_of_file",
    "bounded_connection",
    "sqlite_backend",
    "tell_sqlite",
]

READING: Final = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE))

#: What tells about tables, and sets nothing.
_PRAGMAS: Final = frozenset(
    (
        "foreign_key_list",
        "index_info",
        "index_list",
        "index_xinfo",
        "table_info",
        "table_list",
        "table_xinfo",
    )
)

#: Functions that reach outside, and one that runs a pattern for as long as it likes.
NO_FUNCTIONS: Final = frozenset(
    ("edit", "fts3_tokenizer", "load_extension", "readfile", "regexp", "writefile")
)

#: Columns of a row, parts of a compound statement, and signs of a pattern: each multiplies what a
#: statement may cost between two looks at the clock.
_LIMITS: Final = (
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (sqlite3.SQLITE_LIMIT_COLUMN, 200),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 200),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 100),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)

#: Steps of the machine between two looks at the clock.
_STEPS: Final = 1_000

_OF_THE_TIME: Final = 0.8


def sqlite_backend(path: str, limits: Limits) -> Backend:
    """Make the backend of the SQLite file at *path*; it need not be there yet.

    Raises:
        MissingExtra: sqlalchemy is not installed.
        InvalidArgument: it is no path.
    """
    demand_sqlalchemy()
    uri = f"{address_of_file(path)}?mode=ro"

    @contextlib.contextmanager
    def connected() -> Iterator[Connection]:
        engine = _engine(lambda: _connection(uri, limits))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    def fetch(connection: Connection, sql: str, limit: int) -> Rows:
        result = connection.exec_driver_sql(statement_of(sql))
        if not result.returns_rows:
            raise SourceRefusal("query: it brings no rows, expected a SELECT")
        return rows_of(tuple(result.keys()), result, limit, limits)

    about = "It is SQLite; a statement is one SELECT, VALUES, EXPLAIN, or PRAGMA table_info."
    return Backend(
        "sqlite", connected, fetch, lambda error: tell_sqlite(error, limits), about=about
    )


def address_of_file(path: str) -> str:
    """Write *path* as SQLite takes it with a mode.

    Raises:
        InvalidArgument: it is no path.
    """
    try:
        written = os.fsencode(Path(path).expanduser().absolute())
    except (UnicodeError, RuntimeError):
        raise InvalidArgument("database, url", shown(path), "the path of a SQLite file") from None
    return f"file:{quote(written)}"


def _engine(creator: Callable[[], sqlite3.Connection]) -> Engine:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    return create_engine("sqlite://", creator=creator, poolclass=NullPool)


def _connection(uri: str, limits: Limits) -> sqlite3.Connection:
    """Open a connection for one call: what it leaves behind goes with it."""
    connection = bounded_connection(uri, limits, time.monotonic() + limits.seconds * _OF_THE_TIME)
    connection.execute("PRAGMA query_only = ON")
    _meet_virtual_tables(connection)
    connection.set_authorizer(_may)
    return connection


def bounded_connection(uri: str, limits: Limits, end: float) -> sqlite3.Connection:
    """Open a connection whose statements end by then, whatever they are."""
    patience = min(limits.seconds / 2, 5.0)
    connection = sqlite3.connect(uri, uri=True, timeout=patience, check_same_thread=False)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.value_bytes)
    for what, most in _LIMITS:
        connection.setlimit(what, most)
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    with_plain_functions(connection)
    return connection


def _meet_virtual_tables(connection: sqlite3.Connection) -> None:
    """Connect to what is no plain table while nobody is asked: to do so writes nothing, and asks to."""
    names = [f"pragma_{name}('x')" for name in sorted(_PRAGMAS - {"table_list"})]
    names += ["pragma_table_list", "json_each('1')", "json_tree('1')"]
    listed = "SELECT name FROM sqlite_master WHERE sql LIKE 'create virtual%'"
    for (name,) in connection.execute(listed).fetchall():
        names.append('"' + str(name).replace('"', '""') + '"')
    for name in names:
        with contextlib.suppress(sqlite3.Error):  # of a module that is not here
            connection.execute(f"SELECT 1 FROM {name} LIMIT 0").close()


def _may(
    action: int, first: str | None, second: str | None, _database: str | None, _by: str | None
) -> int:
    """Say whether a statement may do *action*; SQLite asks before it runs."""
    if action in READING:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in NO_FUNCTIONS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA:
        name = (first or "").lower()
        # SQLAlchemy asks for the first when it connects, a full-text search for the second; with a
        # value they would be set.
        asked = name in ("read_uncommitted", "data_version") and second is None
        return sqlite3.SQLITE_OK if name in _PRAGMAS or asked else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_DENY


def tell_sqlite(error: BaseException, limits: Limits) -> str:
    """Say what *error* means.

    Raises:
        TimeoutError: it took too long.
    """
    words = str(error)
    if words == "interrupted":
        raise TimeoutError(f"the statement was stopped: it took longer than {limits.seconds:g} s")
    if "not authorized" in words or "prohibited" in words:
        return f"{words}: this database can only be read, and only by plain statements"
    if "too big" in words:
        return f"{words}: a value has {limits.value_bytes:,} bytes at most"
    return words
