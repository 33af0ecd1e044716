"""Standard streams that may be closed, full, or no longer read by whoever asked for them."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from io import TextIOBase, TextIOWrapper
from typing import IO

__all__ = ["complain", "forget", "standard_streams"]


class _Closed(TextIOBase):
    """What stands where the shell closed standard output: whoever writes to it fails."""

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Write UTF-8 to the standard streams, and let those that are closed be there all the same.

    Nothing is read from one that is closed, a remark to it is not heard, and an answer is an
    error when it is written.
    """
    before = sys.stdout, sys.stderr
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        # Closed streams are no streams to Python, whatever their type says.
        sys.stdout = _Closed() if _is_missing(sys.stdout) else sys.stdout
        sys.stderr = nowhere if _is_missing(sys.stderr) else sys.stderr
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def _is_missing(stream: object) -> bool:
    return stream is None


def complain(line: str) -> None:
    """Write *line* to standard error; where nobody can be told, the exit code has to do."""
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        forget(sys.stderr)


def forget(stream: IO[str]) -> None:
    """Point *stream* at nothing, or the interpreter complains when it flushes it at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream that is no file
        return
