"""Read the lines of a corpus, from the beginning or from any place behind one."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, cast

from ctxfn.io.batch.errors import LongLine
from ctxfn.io.batch.find_files import is_table
from ctxfn.io.batch.lines import LINE_LIMIT, LINE_SHOWN, START, Line, Place
from ctxfn.io.batch.read_parquet import table_lines
from ctxfn.io.errors import UnreadableInput

__all__ = ["read_corpus"]

_MARK: Final = b"\xef\xbb\xbf"


def read_corpus(
    files: tuple[Path, ...],
    after: Place = START,
    *,
    column: str | None = None,
    limit: int = LINE_LIMIT,
) -> Iterator[Line]:
    """Yield the lines of *files* behind *after*, each with its place.

    Contract:
        Blank lines are counted and not yielded. A byte order mark before the first line, and
        the end of a line, CRLF too, are no part of it. A line of more than *limit* bytes is
        yielded with its beginning and a `LongLine`. Memory: the longest line, or, of a table,
        a batch of rows.

    Raises:
        UnreadableInput: a file cannot be read, is no table, or ends in the middle of a gzip.
        MissingExtra: a table, and pyarrow is not installed.
    """
    for number, path in enumerate(files):
        if number < after.file:
            continue
        start = after if number == after.file else Place(number)
        if is_table(path):
            yield from table_lines(path, start, column=column, limit=limit)
        else:
            yield from _text_lines(path, start, limit)


def _text_lines(path: Path, start: Place, limit: int) -> Iterator[Line]:
    number = start.line
    try:
        with _opened(path) as stream:
            stream.seek(start.offset)
            offset = start.offset
            while piece := stream.readline(limit + 2):
                number += 1
                data = piece.removeprefix(_MARK) if offset == 0 else piece
                taken = len(piece)
                fault = None
                if len(piece) > limit and (
                    len(data.rstrip(b"\r\n")) > limit or not piece.endswith(b"\n")
                ):
                    taken += _rest(stream, piece)
                    data, fault = data[:LINE_SHOWN], LongLine(taken, limit)
                offset += taken
                if fault is None and not data.strip():
                    continue
                after = Place(start.file, number, offset)
                yield Line(str(path), number, data.rstrip(b"\r\n"), after, taken, fault)
    except (OSError, EOFError, zlib.error, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        raise UnreadableInput(str(path), number + 1, None, reason.lower()) from wrong


def _opened(path: Path) -> BinaryIO:
    if path.name.lower().endswith(".gz"):
        return cast(BinaryIO, gzip.open(path, "rb"))
    return path.open("rb")


def _rest(stream: BinaryIO, piece: bytes) -> int:
    """Read to the end of a line of which *piece* is the beginning, keeping nothing."""
    taken = 0
    while not piece.endswith(b"\n") and (piece := stream.readline(1_000_000)):
        taken += len(piece)
    return taken
