"""A file that one may hold at a time; whoever dies lets go of it."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

__all__ = ["Lock"]


class Lock:
    """The lock at a path, held until it is let go of."""

    __slots__ = ("_handle", "_path")

    def __init__(self, path: Path) -> None:
        """Take it.

        Raises:
            BlockingIOError: somebody holds it.
            OSError: there can be no file.
        """
        self._path = path
        while True:
            handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            try:
                _hold(handle)
                if _is_at(handle, path):
                    break
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)  # whoever held it took the file away
        self._handle = handle

    def release(self, *, remove: bool = False) -> None:
        """Let go of it; *remove*: of its file too, since there is nothing left to lock."""
        if remove:
            with contextlib.suppress(OSError):
                self._path.unlink()
        os.close(self._handle)


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _hold(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None

else:
    import fcntl

    def _hold(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
