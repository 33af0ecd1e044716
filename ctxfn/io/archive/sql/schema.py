"""Make the tables, or bring older ones up to date; what is newer is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection, insert, inspect, select, text, update

from ctxfn.errors import shown
from ctxfn.io.archive.errors import ArchiveFailure
from ctxfn.io.archive.sql.tables import META, METADATA, VERSION

__all__ = ["MIGRATIONS", "prepare"]

#: The step at place n leads from version n + 1 to the next one.
MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = ()

#: Two programs that open a new database at the same time must not both make the tables.
_LOCK: Final = 0x637478666E


def prepare(
    connection: Connection,
    *,
    version: int = VERSION,
    migrations: Sequence[Callable[[Connection], None]] = MIGRATIONS,
) -> None:
    """Leave the tables as *version* has them, in the transaction of *connection*.

    Raises:
        ArchiveFailure: they are those of a newer ctxfn, or of something else.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    if not inspect(connection).has_table(META.name):
        METADATA.create_all(connection)
        connection.execute(insert(META).values(name="version", value=str(version)))
        return
    found = _version(connection)
    if found > version:
        reason = (
            f"its tables are of version {found}, and this ctxfn knows them up to {version}: "
            "use the newer ctxfn that made them"
        )
        raise ArchiveFailure("open", None, reason)
    for step in migrations[found - 1 : version - 1]:
        step(connection)
    if found < version:
        asked = update(META).where(META.c.name == "version").values(value=str(version))
        connection.execute(asked)


def _version(connection: Connection) -> int:
    value = connection.execute(select(META.c.value).where(META.c.name == "version")).scalar()
    if not isinstance(value, str) or not value.isdecimal() or int(value) < 1:
        reason = f"its table {META.name} has version {shown(value)}, expected a number"
        raise ArchiveFailure("open", None, reason)
    return int(value)
