"""What has to be the same for a run to go on: the input, and the work."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ctxfn.io.errors import UnreadableInput

__all__ = ["of_files", "of_work"]

#: Bytes at either end of a file that are looked at; between them its size and time have to do.
_LOOKED_AT: Final = 65_536

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")


def of_files(files: Iterable[Path]) -> str:
    """Tell *files* from any others: by name, size, time, and how they begin and end.

    Raises:
        UnreadableInput: one cannot be read.
    """
    seen = hashlib.blake2b(digest_size=16)
    for path in files:
        try:
            about = path.stat()
            seen.update(f"{path.name}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
            with path.open("rb") as stream:
                seen.update(stream.read(_LOOKED_AT))
                stream.seek(max(0, about.st_size - _LOOKED_AT))
                seen.update(stream.read(_LOOKED_AT))
        except OSError as wrong:
            raise UnreadableInput(str(path), None, None, (wrong.strerror or "").lower()) from wrong
    return seen.hexdigest()


def of_work(work: object, *beside: object) -> str:
    """Tell *work* from any other, by how it is printed: records print what they hold."""
    printed = "\0".join(_ADDRESS.sub("", repr(one)) for one in (work, *beside))
    return hashlib.blake2b(printed.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
