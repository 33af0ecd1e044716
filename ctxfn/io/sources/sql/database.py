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
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Question, Source, Surface, steady
from ctxfn.io.sources.sql.backend import Backend
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
    limits: Limits | None = None,
) -> Source:
    """Make a source of the database at *url*; nothing can be changed.

    *url* is the path of a SQLite file, ``sqlite:///path``, or ``postgresql://user:word@host/name``.
    *schema* is PostgreSQL's, and ``public`` if none is said: of which tables are told. What may
    be read is for the role to say.

    Raises:
        InvalidArgument: it is none of these.
        MissingExtra: sqlalchemy is not installed, or psycopg for PostgreSQL.
    """
    bounds = limits or Limits()
    check_argument("database, limits", bounds, Limits, "Limits(...)")
    asking = _Asking(id, _backend(url, schema, bounds), bounds)
    return Source(
        id,
        steady(Surface(asking.operations(), asking.ask)),
        asking.status,
        name=name,
        about=f"{_ABOUT} {asking.backend.about}",
        limits=bounds,
        secrets=asking.backend.secrets,
    )


@frozen
class _Asking:
    id: str
    backend: Backend
    limits: Limits

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

        return tuple(operation(one) for one in (list_tables, describe_table, run_sql_query))

    def ask(self, question: Question) -> Answer:
        """Run a statement; of words, find the rows that have most of them."""
        if looks_like_sql(question.text):
            return self._run(question.text, min(_ROWS, self.limits.rows))
        return self._with(
            lambda connection: found_rows(
                connection, self.backend, question.text, self.limits, self.id
            )
        )

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

    def _with(self, work: Callable[[Connection], V]) -> V:
        from sqlalchemy.exc import DBAPIError, SQLAlchemyError

        try:
            with self.backend.connected() as connection:
                return work(connection)
        except DBAPIError as error:  # its own words repeat the statement
            raise SourceRefusal(self.backend.tell(error.orig or error)) from None
        except SQLAlchemyError as error:
            raise SourceRefusal(str(error).split("\n")[0]) from None
        except _driver_errors() as error:
            raise SourceRefusal(self.backend.tell(error)) from None


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
    scheme = _SCHEME.match(text)
    if scheme is not None and scheme[1].lower().partition("+")[0] in ("postgresql", "postgres"):
        return postgresql_backend(text, schema or "public", limits)
    path = _SQLITE_URL.sub("", text)
    asks = path != text and "?" in path  # of an address, how to open it: that is said here
    if _SCHEME.match(path) or asks or path in ("", ":memory:") or "\0" in path:
        expected = "the path of a SQLite file, sqlite:///path, or postgresql://..."
        found = "an address of another kind" if scheme else repr(path)
        raise InvalidArgument("database, url", found, expected)
    if schema is not None:
        raise InvalidArgument("database, schema", repr(schema), "none: SQLite has no schemas")
    return sqlite_backend(path, limits)
