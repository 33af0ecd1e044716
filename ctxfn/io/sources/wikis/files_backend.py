"""Pages that a folder keeps, and nobody else."""

from __future__ import annotations

import os
from pathlib import Path

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.wikis.backend import Saved, Summarise, WikiBackend

__all__ = ["folder_of", "folder_status", "wiki_files"]


def wiki_files(folder: str | os.PathLike[str], /) -> WikiBackend:
    """Keep the pages in *folder*, which is made when it is needed.

    What was written stays, also if the writer fails behind: each page is written whole.

    Raises:
        InvalidArgument: *folder* is no path.
    """
    root = folder_of(folder, "wiki_files")

    def set_up() -> tuple[str, ...]:
        Path(root).mkdir(parents=True, exist_ok=True)
        return ()

    def commit(_summarise: Summarise | None) -> Saved | None:
        return None

    return WikiBackend(
        "files",
        root,
        Path(root).is_dir,
        set_up,
        lambda: (),
        commit,
        lambda: None,
        lambda: folder_status(root),
    )


def folder_of(folder: str | os.PathLike[str], who: str) -> str:
    """Read the path of a *folder*; links on the way there are followed once, now.

    Raises:
        InvalidArgument: it is no path.
    """
    try:
        if not os.fspath(folder):
            raise ValueError("it is empty")
        return str(Path(folder).expanduser().resolve())
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidArgument(f"{who}, folder", shown(folder), f"a folder ({error})") from None


def folder_status(root: str) -> Status:
    """Say whether pages can be in the folder *root*."""
    path = Path(root)
    if path.is_dir():
        return Status(True, root)
    if path.exists():
        return Status(False, f"{root}: no folder")
    return Status(True, f"{root}: to be made")
