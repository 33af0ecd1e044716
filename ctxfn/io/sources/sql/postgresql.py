"""PostgreSQL, kept from writing by the server.

Each call has a connection of its own and in it one transaction that begins as read-only and is
always rolled back. A statement is declared as a cursor, which the server refuses for whatever is
no query, and is sent so that the server refuses a second one in the same text. A role that may
reach beyond transactions (a superuser, or one that may read or write files of the server) is not
worked with at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.sql.backend import Backend, demand_sqlalchemy, statement_of
from ctxfn.io.sources.sql.rows import Rows, rows_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["BEYOND", "engine_of", "postgresql_backend", "refuse_beyond", "tell_postgresql"]

#: Types whose values are short; all others are cut by the server, before they are sent.
_SHORT: Final = frozenset(
    (16, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1186, 1266, 1700, 2950)
)
#: bool, int8, int2, int4, oid, float4, float8, date, time, timestamp, timestamptz, interval,
#: timetz, numeric, uuid.

BEYOND: Final = """
SELECT rolsuper
    OR pg_has_role(current_user, 'pg_read_server_files', 'usage')
    OR pg_has_role(current_user, 'pg_write_server_files', 'usage')
    OR pg_has_role(current_user, 'pg_execute_server_program', 'usage')
FROM pg_roles WHERE rolname = current_user
"""

_OF_THE_TIME: Final = 0.8


def postgresql_backend(url: str, schema: str | None, limits: Limits) -> Backend:
    """Make the backend of the server at *url*; nothing is connected yet.

    Raises:
        MissingExtra: sqlalchemy or psycopg is not installed.
        InvalidArgument: *url* is none.
    """
    demand_sqlalchemy()
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise MissingExtra("psycopg", "sql") from None
    engine, password = engine_of(url, limits)

    @contextlib.contextmanager
    def connected() -> Iterator[Connection]:
        with engine.connect() as plain:
            connection = plain.execution_options(postgresql_readonly=True)
            try:
                refuse_beyond(connection.exec_driver_sql(BEYOND).scalar())
                yield connection
            finally:
                connection.rollback()

    def fetch(connection: Connection, sql: str, limit: int) -> Rows:
        return _fetched(connection, statement_of(sql), limit, limits)

    return Backend(
        "postgresql",
        connected,
        fetch,
        lambda error: tell_postgresql(error, limits),
        schema,
        "It is PostgreSQL; a statement is one SELECT, VALUES or WITH ... SELECT.",
        (password,) if password else (),
    )


def refuse_beyond(answer: object) -> None:
    """Refuse a role of which the server says that it reaches beyond transactions.

    Raises:
        SourceRefusal: it does.
    """
    if answer is not False:
        raise SourceRefusal(
            "its role may do more than transactions hold back (superuser, or files of the server): "
            "use one that may do no more than it needs to, as SELECT to read"
        )


def engine_of(
    url: str, limits: Limits, *, writes: bool = False, schema: str | None = None
) -> tuple[Engine, str]:
    """Make the engine of the server at *url*, and the password in it; nothing is connected yet.

    Raises:
        InvalidArgument: *url* is none.
    """
    from sqlalchemy import create_engine, make_url
    from sqlalchemy.exc import ArgumentError
    from sqlalchemy.pool import NullPool

    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # their words hold the address, and in it the password
        raise InvalidArgument("database, url", "an address that cannot be read", "one") from None
    milliseconds = max(1, int(limits.seconds * _OF_THE_TIME * 1000))
    settings = [
        f"-c statement_timeout={milliseconds}",
        f"-c lock_timeout={milliseconds}",
        f"-c idle_in_transaction_session_timeout={2 * milliseconds}",
        f"-c default_transaction_read_only={'off' if writes else 'on'}",
        *((f"-c search_path={_escaped(schema)}",) if schema is not None else ()),
    ]
    arguments: dict[str, Any] = {
        "options": " ".join(settings),
        "connect_timeout": max(2, ceil(limits.seconds)),
        "prepare_threshold": 0,
    }
    engine = create_engine(
        parsed.set(drivername="postgresql+psycopg"), poolclass=NullPool, connect_args=arguments
    )
    return engine, parsed.password if isinstance(parsed.password, str) else ""


def _escaped(schema: str) -> str:
    """Write the name of a schema as an identifier, in what options of a connection are."""
    quoted = '"' + schema.replace('"', '""') + '"'
    return quoted.replace("\\", "\\\\").replace(" ", "\\ ")


def _fetched(connection: Connection, sql: str, limit: int, limits: Limits) -> Rows:
    """Read through a cursor of the server's; long values are cut there."""
    driver: Any = connection.connection.driver_connection
    inner = f"({sql}\n)"
    with driver.cursor(name=f"look_{uuid4().hex}") as cursor:
        cursor.execute(f"SELECT * FROM {inner} AS asked")
        described = tuple((one.name, one.type_code) for one in cursor.description or ())
    if not described:
        raise SourceRefusal("query: it brings no columns, expected a SELECT")
    names = [f"c{place}" for place in range(len(described))]
    chosen = (
        name if kind in _SHORT else f"left({name}::text, {limits.cell + 1})"
        for name, (_, kind) in zip(names, described, strict=True)
    )
    text = f"SELECT {', '.join(chosen)} FROM {inner} AS asked({', '.join(names)})"
    with driver.cursor(name=f"read_{uuid4().hex}") as cursor:
        cursor.itersize = limit + 1
        cursor.execute(text)
        rows = cursor.fetchmany(limit + 1)
    return rows_of(tuple(name for name, _ in described), rows, limit, limits)


def tell_postgresql(error: BaseException, limits: Limits) -> str:
    """Say what *error* means.

    Raises:
        TimeoutError: it took too long.
    """
    words = " ".join(str(error).split("\n")[0].split())
    if "statement timeout" in words or "lock timeout" in words:
        raise TimeoutError(f"the statement was stopped: it took longer than {limits.seconds:g} s")
    return words
