"""Read lines of a file that may be of any size and encoding, and may grow meanwhile."""

from __future__ import annotations

import codecs
import io
import os
from typing import Final

from attrs import frozen

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_file
from ctxfn.io.sources.limits import Limits

__all__ = ["Lines", "decoded", "read_lines", "read_start"]

#: Enough to tell text from what is none.
_START: Final = 8_192

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

#: Ways to write something else, or so slow that a file of them is a trap.
_NO_TEXTS: Final = frozenset(
    ("idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape")
) | {"raw-unicode-escape", "unicode-escape"}


@frozen
class Lines:
    """Lines of a file with the number of the first, and what there is to say about the reading."""

    lines: tuple[str, ...]
    first: int
    remarks: tuple[str, ...]


def read_lines(
    root: str,
    parts: tuple[str, ...],
    limits: Limits,
    *,
    start: int = 1,
    end: int | None = None,
    encoding: str | None = None,
    margin: int = 0,
) -> Lines:
    """Read the lines *start* to *end*, counted from 1 and both included.

    *margin* is what is put before each. No more than `Limits.file_bytes` is read, however long the file is or becomes; of that no more
    than `Limits.characters` is handed on.

    Raises:
        SourceRefusal: it cannot be read, is no text, or has no such lines.
    """
    where = "/".join(parts)
    if end is not None and end < start:
        raise SourceRefusal(f"{where}: found lines {start} to {end}, expected the first one first")
    with opened_file(root, parts) as handle:
        size = os.fstat(handle).st_size
        data = _read(handle, limits.file_bytes, where)
    text, remarks = decoded(data, where, encoding)
    lines = text.splitlines()
    if start > max(len(lines), 1):
        raise SourceRefusal(
            f"{where}: it has {len(lines)} lines, found {start} as the first to read"
        )
    if size > len(data):
        remarks = (*remarks, f"only the first {len(data):,} of {size:,} bytes were looked at")
    wanted = lines[start - 1 : end]
    kept = _fitting(wanted, limits.characters, margin)
    if len(kept) < len(wanted):
        last = start + len(kept) - 1
        remarks = (*remarks, f"lines {start} to {last} of {len(lines):,}; read on from {last + 1}")
    return Lines(tuple(kept), start, remarks)


def read_start(root: str, parts: tuple[str, ...], most: int) -> str | None:
    """Read a file of no more than *most* bytes as text; None if it is longer, or no text.

    Raises:
        SourceRefusal: it cannot be read.
    """
    with opened_file(root, parts) as handle:
        if os.fstat(handle).st_size > most:
            return None
        data = _read(handle, most, "/".join(parts))
    try:
        return decoded(data, "", None)[0]
    except SourceRefusal:
        return None


def decoded(data: bytes, where: str, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    """Decode *data* as its mark says, or as UTF-8; bytes that are none are replaced, and that is said.

    Raises:
        SourceRefusal: it is no text, or there is no such encoding.
    """
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is None and marked is None and b"\0" in data[:_START]:
        raise SourceRefusal(f"{where}: no text")
    name = _known(encoding) if encoding is not None else marked or "utf-8"
    try:
        text = data.decode(name, "replace")
    except (UnicodeError, ValueError) as error:
        raise SourceRefusal(f"{where}: it is not {name}: {error}") from None
    strange = text.count("\ufffd")
    remarks = (f"{strange:,} places are not {name} and are shown as \ufffd",) if strange else ()
    return text, remarks


def _known(encoding: str) -> str:
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):
        found = None
    if found is None or found.name in _NO_TEXTS or not getattr(found, "_is_text_encoding", True):
        raise SourceRefusal(f"encoding: found {shown(encoding)}, expected one as utf-8 or latin-1")
    return found.name


def _read(handle: int, most: int, where: str) -> bytes:
    taken = io.BytesIO()
    try:
        while taken.tell() < most:
            piece = os.read(handle, min(1 << 16, most - taken.tell()))
            if not piece:
                break
            taken.write(piece)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise SourceRefusal(f"{where}: it could not be read: {why}") from None
    return taken.getvalue()


def _fitting(lines: list[str], most: int, margin: int) -> list[str]:
    """Take as many of *lines* as fit; a first one that does not, in part."""
    kept: list[str] = []
    left = most
    for line in lines:
        left -= len(line) + 1 + margin
        if left < 0:
            break
        kept.append(line)
    return kept or [line[: max(1, most - margin)] for line in lines[:1]]
