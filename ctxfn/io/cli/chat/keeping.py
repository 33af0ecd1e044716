"""Where a chat is kept: a folder with an archive and logs, or nowhere."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ctxfn.io.archive import Archive, MemoryArchive, open_archive
from ctxfn.io.errors import UnwritableOutput
from ctxfn.io.runner import Provided, logs_in

__all__ = ["folder_of_chats", "kept"]


def folder_of_chats() -> Path:
    """The folder where this person's programs keep what they keep."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "ctxfn" / "chat"


@asynccontextmanager
async def kept(folder: Path | None) -> AsyncIterator[tuple[Archive, Provided]]:
    """Open the archive in *folder*, or one in memory; what a runner is given of it comes along.

    Raises:
        UnwritableOutput: the folder cannot be made.
        ArchiveFailure: the archive cannot be opened.
    """
    if folder is None:
        archive = MemoryArchive()
        yield archive, Provided(archive=archive)
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableOutput(str(folder), error.strerror or str(error)) from None
    async with open_archive(folder / "chat.db") as kept_here:
        yield kept_here, Provided(archive=kept_here, logs=logs_in(folder / "logs", past=True))
