"""A database that an archive is in: its engine, and its two kinds of transactions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final, Literal

from attrs import field, frozen
from sqlalchemy import Connection, Engine

__all__ = ["READERS", "WRITERS", "Backend"]

#: How many transactions an archive has open at the same time. SQLite lets one write.
READERS: Final = 4
WRITERS: Final = 4


@frozen
class Backend:
    """`place` is its address as may be shown; `secrets` are what may not."""

    kind: Literal["sqlite", "postgresql"]
    engine: Engine
    place: str
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def writers(self) -> int:
        """How many may write at the same time."""
        return 1 if self.kind == "sqlite" else WRITERS

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; it is kept if the block ends well, and gone if not."""
        with self.engine.connect() as connection:
            if self.kind == "sqlite":
                # A transaction that begins to read and then writes is refused, not kept waiting.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            connection.commit()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment."""
        with self.engine.connect() as plain:
            if self.kind == "sqlite":
                plain.exec_driver_sql("BEGIN")
                yield plain
            else:
                yield plain.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
