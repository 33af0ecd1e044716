"""A database to look things up in; the database itself keeps it from being written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

from annotated_types import Ge
from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document, Status
from ctxfn.io.sources.inner import DATABASE, DATABASE_WRITE, told
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Question, Source, Surface, steady
from ctxfn.io.sources.sql.backend import Backend
from ctxfn.io.sources.sql.change_postgresql import postgresql_writer
from ctxfn.io.sources.sql.change_sqlite import sqlite_writer
from ctxfn.io.sources.sql.changing import Writer, looks_like_change, told_change
from ctxfn.io.sources.sql.postgresql import postgresql_backend
from ctxfn.io.sources.sql.rows import written
from ctxfn.io.sources.sql.sqlite import sqlite_backend
from ctxfn.io.sources.sql.telling import described, found_rows, looks_like_sql, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["database"]

V = TypeVar("V")

_ABOUT: Final = (
    "tables of a database, for reading alone. Look at the tables and their columns before you ask; "
    "guess no names, and say which tables an answer is from."
)
_ABOUT_BOTH: Final = (
    "tables of a database. Look at the tables and their columns before you ask; guess no names, and "
    "say which tables an answer is from."
)
_SERVERS: Final = ("postgresql", "postgres")
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+]*)://", re.IGNORECASE)
_SQLITE_URL: Final = re.compile(r"sqlite:///(?=.)", re.IGNORECASE)

#: Rows of a statement, unless the model asks for more.
_ROWS: Final = 20


def database(
    url: str | os.PathLike[str],
    *,
    id: str = "database",
    name: str = "",
    schema: str | None = None,
    write_url: str | os.PathLike[str] | None = None,
    alters: bool = False,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the database at *url*; without *write_url* nothing can be changed.

    *url* is the path of a SQLite file, ``sqlite:///path``, or ``postgresql://user:word@host/name``.
    *schema* is PostgreSQL's, and ``public`` if none is said: of which tables are told. What may
    be read is for the role to say.

    *write_url* is of the same kind, with a role that may write; it is used for nothing but one
    statement at a time that changes something. What it may touch is for that role to say; to drop,
    truncate and alter needs *alters* as well. *instructions* and *write_instructions* stand for what
    an agent is told; ``{name}``, ``{schema}`` and ``{tools}`` are filled in.

    Raises:
        InvalidArgument: it is none of these.
        MissingExtra: sqlalchemy is not installed, or psycopg for PostgreSQL.
    """
    bounds = limits or Limits()
    check_argument("database, limits", bounds, Limits, "Limits(...)")
    check_argument("database, alters", alters, bool, "true or false")
    writer = None if write_url is None else _writer(write_url, schema, bounds, alters)
    asking = _Asking(id, _backend(url, schema, bounds), bounds, writer)
    if writer is not None and _is_server(str(write_url)) != _is_server(os.fspath(url)):
        raise InvalidArgument("database, write_url", "one of another kind", "one as the url")
    where = asking.backend.kind + (
        f", schema {schema or 'public'}" if asking.backend.schema else ""
    )
    said = {"name": name or id, "schema": where}
    return Source(
        id,
        steady(Surface(asking.operations(), asking.ask, asking.change if writer else None)),
        asking.status,
        name=name,
        about=f"{_ABOUT if writer is None else _ABOUT_BOTH} {asking.backend.about}",
        writable=writer is not None,
        limits=bounds,
        secrets=(*asking.backend.secrets, *(writer.secrets if writer else ())),
        inner=told(instructions, DATABASE, "database, instructions", **said),
        inner_write=told(
            write_instructions, DATABASE_WRITE, "database, write_instructions", **said
        ),
    )


@frozen
class _Asking:
    id: str
    backend: Backend
    limits: Limits
    writer: Writer | None = None

    def operations(self) -> tuple[Operation, ...]:
        """What a model may do."""
        most = self.limits.rows

        def list_tables() -> Answer:
            """List the tables and views."""
            found = self._with(lambda connection: tables(connection, self.backend))
            results = tuple(Document(each, each, each, self.id, kind) for each, kind in found)
            return Answer(results)

        def describe_table(table_name: Annotated[str, "As list_tables has it."]) -> Answer:
            """Describe a table: its columns, its key, and what it points to."""
            return Answer(
                text=self._with(lambda connection: described(connection, self.backend, table_name))
            )

        def run_sql_query(
            query: Annotated[str, "One statement that reads."],
            limit: Annotated[int, Ge(1), "How many rows."] = min(_ROWS, most),
        ) -> Answer:
            """Run one statement and get its rows, an object each."""
            if limit > most:
                raise SourceRefusal(f"run_sql_query, limit: found {limit}, expected 1 to {most}")
            return self._run(query, limit)

        def run_sql_change(
            statement: Annotated[str, "One statement that changes something."],
        ) -> Answer:
            """Run one statement that inserts, updates or deletes rows, or makes a table."""
            return self._change(statement)

        every = tuple(operation(one) for one in (list_tables, describe_table, run_sql_query))
        return every if self.writer is None else (*every, operation(run_sql_change, writes=True))

    def ask(self, question: Question) -> Answer:
        """Run a statement; of words, find the rows that have most of them."""
        if looks_like_sql(question.text):
            return self._run(question.text, min(_ROWS, self.limits.rows))
        return self._with(
            lambda connection: found_rows(
                connection, self.backend, question.text, self.limits, self.id
            )
        )

    def change(self, instruction: Question) -> Answer:
        """Run a statement; words are for an agent."""
        if not looks_like_change(instruction.text):
            raise SourceRefusal("words need an agent; without one it takes a statement of SQL")
        return self._change(instruction.text)

    def status(self) -> Status:
        """Say whether it can be connected to, and how many tables it has."""
        try:
            found = self._with(lambda connection: tables(connection, self.backend))
        except SourceRefusal as refusal:
            return Status(False, refusal.reason)
        return Status(True, f"{self.backend.kind}, {len(found)} tables and views")

    def _run(self, sql: str, limit: int) -> Answer:
        rows = self._with(lambda connection: self.backend.fetch(connection, sql, limit))
        return written(rows, self.limits.characters)

    def _change(self, sql: str) -> Answer:
        writer = self.writer
        assert writer is not None
        return told_change(_told(lambda: writer.run(sql), writer.tell), self.limits.characters)

    def _with(self, work: Callable[[Connection], V]) -> V:
        def connected() -> V:
            with self.backend.connected() as connection:
                return work(connection)

        return _told(connected, self.backend.tell)


def _told(work: Callable[[], V], tell: Callable[[BaseException], str]) -> V:
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    try:
        return work()
    except DBAPIError as error:  # its own words repeat the statement
        raise SourceRefusal(tell(error.orig or error)) from None
    except SQLAlchemyError as error:
        raise SourceRefusal(str(error).split("\n")[0]) from None
    except _driver_errors() as error:
        raise SourceRefusal(tell(error)) from None


def _driver_errors() -> tuple[type[Exception], ...]:
    import sqlite3

    try:
        import psycopg
    except ImportError:
        return (sqlite3.Error,)
    return sqlite3.Error, psycopg.Error


def _backend(url: str | os.PathLike[str], schema: str | None, limits: Limits) -> Backend:
    check_argument("database, schema", schema, str | None, "a text, or None")
    check_argument("database, url", url, str | os.PathLike, "a path, or an address")
    text = os.fspath(url)
    if _is_server(text):
        return postgresql_backend(text, schema or "public", limits)
    if schema is not None:
        raise InvalidArgument("database, schema", repr(schema), "none: SQLite has no schemas")
    return sqlite_backend(_file(text, "url"), limits)


def _writer(
    url: str | os.PathLike[str], schema: str | None, limits: Limits, alters: bool
) -> Writer:
    check_argument("database, write_url", url, str | os.PathLike, "a path, or an address")
    text = os.fspath(url)
    if _is_server(text):
        return postgresql_writer(text, schema or "public", limits, alters=alters)
    return sqlite_writer(_file(text, "write_url"), limits, alters=alters)


def _is_server(url: str) -> bool:
    scheme = _SCHEME.match(url)
    return scheme is not None and scheme[1].lower().partition("+")[0] in _SERVERS


def _file(text: str, what: str) -> str:
    scheme = _SCHEME.match(text)
    path = _SQLITE_URL.sub("", text)
    asks = path != text and "?" in path  # of an address, how to open it: that is said here
    if _SCHEME.match(path) or asks or path in ("", ":memory:") or "\0" in path:
        expected = "the path of a SQLite file, sqlite:///path, or postgresql://..."
        found = "an address of another kind" if scheme else repr(path)
        raise InvalidArgument(f"database, {what}", found, expected)
    return path
