"""A PostgreSQL database as an archive, through psycopg."""

from __future__ import annotations

from math import ceil
from typing import Any

from sqlalchemy import URL, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.archive.sql.backend import READERS, WRITERS, Backend

__all__ = ["postgresql_backend"]


def postgresql_backend(url: str, seconds: float) -> Backend:
    """Make the backend of the database at *url*; nothing is connected yet.

    Raises:
        MissingExtra: psycopg is not installed.
        InvalidArgument: *url* is no address.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise MissingExtra("psycopg", "sql") from None
    try:
        parsed = make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):  # their words hold the address, and in it the password
        expected = "postgresql://user:word@host/name"
        raise InvalidArgument(
            "open_archive, url", "an address that cannot be read", expected
        ) from None
    limit = {} if "connect_timeout" in parsed.query else {"connect_timeout": max(2, ceil(seconds))}
    engine = create_engine(
        parsed,
        isolation_level="READ COMMITTED",  # who waited for a session then sees what was written
        pool_pre_ping=True,  # a server that was restarted is connected to anew
        pool_size=READERS + WRITERS,
        max_overflow=0,
        connect_args=limit,
    )

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {max(1, int(seconds * 1000))}")
            # Whoever turned it off does not get to lose what was told to be kept.
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false) "
                "WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    shown = parsed.set(query={}).render_as_string(hide_password=True)
    return Backend("postgresql", engine, shown, _secrets(parsed))


def _secrets(url: URL) -> tuple[str, ...]:
    said = (url.password, *(value for key, value in url.query.items() if "password" in key))
    return tuple(one for one in said if isinstance(one, str) and one)
