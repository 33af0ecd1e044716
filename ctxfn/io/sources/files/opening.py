"""Open what lies below a folder, name by name, following no link.

Each name is opened from the handle of the folder before it, so nobody can swap a folder for a link
between looking and opening. What is read is asked of the handle, never of the path again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import Final

from ctxfn.io.errors import SourceRefusal

__all__ = ["can_be_safe", "opened_file", "opened_folder", "opened_inside", "refusal"]

_FLAGS: Final = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FOLDER: Final = _FLAGS | getattr(os, "O_DIRECTORY", 0)

#: A pipe without a writer would hold whoever opens it.
_FILE: Final = _FLAGS | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)

_WHY: Final = {
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "no folder, or a link: links are not followed",
    errno.ELOOP: "a link: links are not followed",
    errno.EACCES: "it may not be read",
    errno.EPERM: "it may not be read",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENXIO: "no plain file",
    errno.ENODEV: "no plain file",
}


def can_be_safe() -> bool:
    """Whether this system opens names from a folder's handle without following links."""
    return (
        os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and os.scandir in os.supports_fd
    )


@contextlib.contextmanager
def opened_folder(root: str, parts: tuple[str, ...]) -> Iterator[int]:
    """Open the folder at *parts* below *root*; the handle is closed behind.

    Raises:
        SourceRefusal: it is none, a link, or may not be read.
    """
    handle = -1
    try:
        try:
            handle = os.open(root, _FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
            for part in parts:
                inner = os.open(part, _FOLDER, dir_fd=handle)
                os.close(handle)
                handle = inner
        except OSError as error:
            raise refusal(parts, error) from None
        yield handle
    finally:
        if handle >= 0:
            os.close(handle)


@contextlib.contextmanager
def opened_file(root: str, parts: tuple[str, ...]) -> Iterator[int]:
    """Open the plain file at *parts* below *root*; the handle is closed behind.

    Raises:
        SourceRefusal: it is none, a link, or may not be read.
    """
    if not parts:
        raise SourceRefusal(".: a folder, expected a file")
    with opened_folder(root, parts[:-1]) as folder, opened_inside(folder, parts) as handle:
        yield handle


@contextlib.contextmanager
def opened_inside(folder: int, parts: tuple[str, ...]) -> Iterator[int]:
    """Open the plain file of the last of *parts* in the open *folder*; the handle is closed behind.

    Raises:
        SourceRefusal: it is none, a link, or may not be read.
    """
    try:
        handle = os.open(parts[-1], _FILE, dir_fd=folder)
    except OSError as error:
        raise refusal(parts, error) from None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "no plain file"
            raise SourceRefusal(f"{'/'.join(parts)}: {what}, expected a file")
        yield handle
    finally:
        os.close(handle)


def refusal(parts: tuple[str, ...], error: OSError) -> SourceRefusal:
    """Say what went wrong with a path from the root; where the root lies is nobody's business."""
    why = _WHY.get(error.errno or 0) or os.strerror(error.errno or 0)
    return SourceRefusal(f"{'/'.join(parts) or '.'}: {why}")
