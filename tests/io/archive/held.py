"""An archive of each kind, held open in a loop of its own, and asked as a plain function is."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from ctxfn.io.archive import Kept, MemoryArchive, SqlArchive, open_archive
from ctxfn.turns import Stored

__all__ = ["Held", "held_in_memory", "held_in_sql"]

R = TypeVar("R")


class Held:
    """What an archive does, at once."""

    def __init__(self, portal: BlockingPortal, archive: MemoryArchive | SqlArchive) -> None:
        self._portal = portal
        self.archive = archive

    def _do(self, function: Callable[..., Any], *given: object, **options: object) -> Any:
        return self._portal.call(partial(function, *given, **options))

    def save(self, session: str, key: str, stored: Stored) -> None:
        self._do(self.archive.save, session, key, stored)

    def count(self, session: str) -> int:
        return int(self._do(self.archive.count, session))

    def read(self, session: str, start: int = 0) -> tuple[Stored, ...]:
        return tuple(self._do(self.archive.read, session, start=start))

    def kept(self, session: str, behind: int = 0, most: int = 1_000) -> tuple[Kept, ...]:
        return tuple(self._do(self.archive.kept, session, behind=behind, most=most))

    def retire(self, session: str, until: int) -> None:
        self._do(self.archive.retire, session, until)

    def clear(self, session: str) -> None:
        self._do(self.archive.clear, session)

    def delete(self, session: str) -> None:
        self._do(self.archive.delete, session)

    def sessions(self) -> tuple[str, ...]:
        return tuple(self._do(self.archive.sessions))


@contextlib.contextmanager
def held_in_sql(url: str | Path) -> Iterator[Held]:
    """Hold the archive at *url* open."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(_opened(url)) as archive,
    ):
        yield Held(portal, archive)


@contextlib.contextmanager
def held_in_memory() -> Iterator[Held]:
    """Hold one in memory."""
    with start_blocking_portal() as portal:
        yield Held(portal, MemoryArchive())


@contextlib.asynccontextmanager
async def _opened(url: str | Path) -> AsyncIterator[SqlArchive]:
    async with open_archive(url) as archive:
        yield archive
