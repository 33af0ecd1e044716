"""Change a PostgreSQL database, within what its role may.

The statement runs in a transaction of its own. Which kind it was, the server says behind it; what
may not be is rolled back, as is all that takes too long or changes too much. No text is looked at.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any, Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.sql.backend import statement_of
from ctxfn.io.sources.sql.changing import Changed, Writer, refuse_many
from ctxfn.io.sources.sql.postgresql import BEYOND, engine_of, refuse_beyond, tell_postgresql
from ctxfn.io.sources.sql.rows import rows_of

__all__ = ["postgresql_writer"]

_CHANGING: Final = ("INSERT", "UPDATE", "DELETE", "MERGE", "SELECT", "CREATE TABLE", "CREATE INDEX")
_ALTERING: Final = ("ALTER", "DROP", "TRUNCATE", "CREATE VIEW")

#: How many rows this transaction has changed by now, whichever way.
_TALLY: Final = (
    "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)"
    " FROM pg_catalog.pg_stat_xact_user_tables"
)

_OF_THE_TIME: Final = 0.8


def postgresql_writer(url: str, schema: str | None, limits: Limits, *, alters: bool) -> Writer:
    """Make what changes the database at *url*; *alters*: it may drop, truncate and alter, too.

    Raises:
        InvalidArgument: *url* is none.
    """
    engine, password = engine_of(url, limits, writes=True, schema=schema)

    def run(sql: str) -> Changed:
        end = time.monotonic() + limits.seconds * _OF_THE_TIME
        with _begun(engine) as driver, driver.cursor() as cursor:
            # Prepared: the server takes one statement and no more.
            cursor.execute(statement_of(sql), prepare=True)
            tag = cursor.statusmessage or ""
            _refuse_kind(tag, alters)
            columns = tuple(one.name for one in cursor.description or ())
            # What a tag does not count: parts of a WITH, triggers, what hangs on a key.
            tally = int(driver.execute(_TALLY).fetchone()[0])
            count = None if tag.startswith("CREATE") else max(cursor.rowcount, tally)
            refuse_many(tally if count is None else count, limits)
            rows = rows_of(columns, cursor, limits.rows, limits) if columns else None
            if time.monotonic() > end:
                raise TimeoutError("the statement took too long: nothing was changed")
        return Changed(count, rows)

    secrets = (password,) if password else ()
    return Writer(run, lambda error: tell_postgresql(error, limits), secrets)


@contextlib.contextmanager
def _begun(engine: Any) -> Iterator[Any]:
    import psycopg

    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        try:
            refuse_beyond(driver.execute(BEYOND).fetchone()[0])
            yield driver
            driver.commit()
        finally:
            try:
                driver.rollback()
            except psycopg.Error:  # it is in the midst of a COPY: its end is the end of that, too
                connection.invalidate()


def _refuse_kind(tag: str, alters: bool) -> None:
    allowed = (*_CHANGING, *_ALTERING) if alters else _CHANGING
    if not tag.startswith(allowed):
        raise SourceRefusal(
            f"statement: {tag.rstrip(' 0123456789') or 'it'} is not allowed here, and nothing was "
            f"changed; expected one of {', '.join(allowed)}"
        )
