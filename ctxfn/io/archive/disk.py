"""What it takes that a disk really holds a file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

__all__ = ["make_folder", "replace_file", "sync_folder"]


def sync_folder(folder: Path) -> None:
    """Wait until the names in *folder* are on the disk; not every system can be asked for it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(folder: Path) -> None:
    """Make *folder*, for its owner alone, and those above it."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync_folder(folder.parent)


def replace_file(path: Path, data: bytes) -> None:
    """Put *data* in the place of the file at *path*: at each moment one of both is there, whole."""
    new = path.with_name(f"{path.name}.new")
    handle = os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    sync_folder(path.parent)
