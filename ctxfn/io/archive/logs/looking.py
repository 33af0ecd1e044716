"""Look at logs without writing them."""

from __future__ import annotations

import os
from pathlib import Path

from ctxfn.io.archive.kept import check_session
from ctxfn.io.archive.logs.line_file import before_hole
from ctxfn.io.archive.logs.names import LOG, NAME, folder_at, session_of, stem_of
from ctxfn.io.archive.logs.working import in_thread
from ctxfn.io.archive.opening import demand
from ctxfn.turns import Log, read_log

__all__ = ["logged_sessions", "read_logged"]


async def read_logged(folder: str | os.PathLike[str], session: str) -> Log | None:
    """Read the log of *session* without writing it; None if there is none.

    Somebody may be writing it: an event that is being written is left out.

    Raises:
        InvalidArgument: they are of another kind.
        MissingExtra: anyio is not installed.
        ArchiveFailure: it cannot be read.
    """
    check_session("read_logged", session)
    path = folder_at("read_logged", folder) / f"{stem_of(session)}{LOG}"
    demand("anyio")

    def work() -> Log | None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        return read_log(before_hole(data).decode("utf-8"))

    return await in_thread("read the log", session, work)


async def logged_sessions(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """Name the sessions that have a log in *folder*: those to go on with after a crash.

    Raises:
        InvalidArgument: they are of another kind.
        MissingExtra: anyio is not installed.
        ArchiveFailure: the folder cannot be read.
    """
    place = folder_at("logged_sessions", folder)
    demand("anyio")

    def work() -> tuple[str, ...]:
        found = (_session_at(path) for path in sorted(place.glob(f"*{LOG}")))
        return tuple(name for name in found if name is not None)

    return await in_thread("list the logs", None, work)


def _session_at(path: Path) -> str | None:
    stem = path.name.removesuffix(LOG)
    name = session_of(stem)
    beside = path.with_name(f"{stem}{NAME}")
    if name is not None or not beside.exists():
        return name
    name = beside.read_bytes().decode("utf-8", "surrogatepass")
    return name if stem_of(name) == stem else None
