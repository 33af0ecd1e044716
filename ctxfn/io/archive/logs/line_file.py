"""A file of lines that grows at its end: whole lines, or none of them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from threading import Lock
from typing import Final

from ctxfn.io.archive.disk import replace_file, sync_folder
from ctxfn.turns import InvalidLog, read_record

__all__ = ["LineFile", "before_hole"]

_FLAGS: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class LineFile:
    """The file at a path, open for one writer. Its lines are ASCII.

    `mended` is how many bytes of a line were cut off as it was opened, since its writer died.
    """

    __slots__ = ("_broken", "_handle", "_one", "_path", "_size", "_sync", "mended")

    def __init__(self, path: Path, first: str, *, sync: bool) -> None:
        """Open it; where nothing is there, it begins with the line *first*.

        Raises:
            OSError: it cannot be read or written.
        """
        self._path, self._sync = path, sync
        self._one = Lock()
        self._broken = ""
        path.with_name(f"{path.name}.new").unlink(missing_ok=True)
        if not path.exists() or not path.stat().st_size:
            replace_file(path, _lines((first,)))
        self._handle = os.open(path, _FLAGS)
        try:
            self._size, self.mended = _mended(self._handle, path.read_bytes())
        except BaseException:
            os.close(self._handle)
            raise

    def append(self, *lines: str) -> None:
        """Write *lines* behind all others; in the end they are on the disk, all or none.

        Raises:
            OSError: they could not be written; the file must be opened anew.
        """
        data = _lines(lines)
        with self._one:
            self._check()
            try:
                _write(self._handle, data)
                if self._sync:
                    os.fsync(self._handle)
            except BaseException as error:
                # What a failed fsync left in memory may look written, and be on no disk.
                self._broken = f"writing failed before ({error}): open it anew"
                with contextlib.suppress(OSError):  # who opens it anew cuts it off
                    os.ftruncate(self._handle, self._size)
                raise
            self._size += len(data)

    def replace(self, *lines: str) -> None:
        """Put *lines* in the place of all there is; a crash leaves the old or the new.

        Raises:
            OSError: they could not be written; the file must be opened anew.
        """
        data = _lines(lines)
        with self._one:
            self._check()
            self._broken = "replacing failed before: open it anew"
            os.close(self._handle)  # some systems replace no file that is open
            replace_file(self._path, data)
            self._handle = os.open(self._path, _FLAGS)
            self._size, self._broken = len(data), ""

    def text(self) -> str:
        """Read all of it.

        Raises:
            OSError: it cannot be read.
            UnicodeError: it is no text.
        """
        with self._one:
            return self._path.read_bytes().decode("utf-8")

    def close(self, *, remove: bool = False) -> None:
        """Close it; *remove* it as well."""
        with self._one:
            if not self._broken or not self._broken.startswith("replacing"):
                os.close(self._handle)
            self._broken = "it is closed"
            if remove:
                self._path.unlink(missing_ok=True)
                sync_folder(self._path.parent)

    def _check(self) -> None:
        if self._broken:
            raise OSError(self._broken)


def _lines(lines: tuple[str, ...]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def _mended(handle: int, data: bytes) -> tuple[int, int]:
    """Cut off what was being written when the writer died; return what is left, and what went.

    A disk that lost its power may leave zeros where it had room made for a line. A file without one
    whole line is nothing that we wrote, and stays as it is.
    """
    sound = before_hole(data)
    has_hole = len(sound) < len(data)
    end = sound.rfind(b"\n") + 1
    rest = sound[end:]
    if not has_hole and (not rest or _is_record(rest)):
        if rest:
            _write(handle, b"\n")
        return len(data) + bool(rest), 0
    if not end:
        return len(data), 0
    os.ftruncate(handle, end)
    os.fsync(handle)
    return end, len(data) - end


def before_hole(data: bytes) -> bytes:
    """Return what stands before the zeros where a line was being written.

    Where whole records stand behind them they are damage in the middle: all of it is returned, for
    whoever reads it to tell.
    """
    hole = data.find(b"\0")
    if hole < 0 or any(map(_is_record, data[hole:].split(b"\n")[1:])):
        return data
    return data[:hole]


def _is_record(line: bytes) -> bool:
    try:
        read_record(line.decode("utf-8"))
    except (InvalidLog, UnicodeDecodeError):
        return False
    return True
