"""Write conversations the way they came: a document, a line each, or a message a line."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from attrs import frozen

from ctxfn.io.cli.reading import Item
from ctxfn.io.errors import UnwritableOutput

__all__ = ["Writer", "as_text", "written_to"]


@frozen
class Writer:
    """A stream, and whether it will hold one document alone, which is then laid out for people."""

    stream: IO[str]
    alone: bool

    def item(self, item: Item, value: object) -> None:
        """Write *value*, what became of *item*."""
        if item.layout == "rows" and isinstance(value, list):
            for row in value:
                self.value(row)
        else:
            self.value(value, document=item.layout == "document" and self.alone)

    def value(self, value: object, *, document: bool = False) -> None:
        """Write *value* on one line, or, as a *document*, on as many as it takes."""
        self.stream.write(as_text(value, indent=2 if document else None) + "\n")


@contextlib.contextmanager
def written_to(path: Path | None, *, alone: bool) -> Iterator[Writer]:
    """Open *path*, or standard output; a file is there whole when all went well, or not at all.

    It may be one of the files that are read. A link is followed and stays, a file keeps its
    mode, and what is no file, a device or a pipe, is written to and never put aside.

    Raises:
        UnwritableOutput: the file cannot be written.
    """
    if path is None:
        yield Writer(sys.stdout, alone)
        return
    try:
        with _opened(path) as stream:
            yield Writer(stream, alone)
    except OSError as wrong:
        raise UnwritableOutput(str(path), wrong.strerror or str(wrong)) from wrong


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    if mode is not None and not mode & 0o222:
        raise PermissionError(errno.EACCES, "it is read-only")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        if mode is not None:
            part.chmod(mode)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def as_text(value: object, *, indent: int | None = None) -> str:
    """Write *value* as JSON in Unicode; as escapes, if it holds what UTF-8 cannot say."""
    # What was read has no number that JSON lacks; what we made must not have one either.
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, indent=indent)
    return text
