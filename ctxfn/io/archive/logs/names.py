"""Names of sessions as names of files: each has its own, on every system."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from ctxfn.errors import InvalidArgument, check_argument, shown

__all__ = ["LOCK", "LOG", "NAME", "PAST", "folder_at", "session_of", "stem_of"]

#: What a session's files are called behind its stem.
LOG: Final = ".jsonl"
LOCK: Final = ".lock"
NAME: Final = ".name"

#: And a log that began anew, behind its number.
PAST: Final = ".past"

#: Before each stem: `con` and `nul` are no names of files everywhere.
_PREFIX: Final = "session-"

#: Bytes of a stem; a name may have 255, and ours have something behind.
_LONGEST: Final = 180
_BEGINNING: Final = 100

#: Upper case is not here: some systems do not tell it from lower.
_OTHER: Final = re.compile(rb"[^a-z0-9-]")
_ESCAPED: Final = re.compile(rb"_([0-9a-f]{2})")


def stem_of(session: str) -> str:
    """Name the files of *session*, but for their ends.

    Contract:
        Lower-case letters, digits, ``-``, ``_`` and ``~``, 255 bytes at most with any end. Two
        sessions never have the same, also where upper and lower case are alike.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> stem_of("web-1"), stem_of("../Ann")
        ('session-web-1', 'session-_2e_2e_2f_41nn')
    """
    data = session.encode("utf-8", "surrogatepass")
    written = _OTHER.sub(lambda found: b"_%02x" % found[0][0], data).decode("ascii")
    if len(written) > _LONGEST:
        written = f"{written[:_BEGINNING]}~{sha256(data).hexdigest()}"
    return _PREFIX + written


def session_of(stem: str) -> str | None:
    """Read the name of a session off the stem of its files; a long one cannot be read off."""
    if not stem.startswith(_PREFIX) or "~" in stem:
        return None
    data = stem.removeprefix(_PREFIX).encode("utf-8", "surrogatepass")
    name = _ESCAPED.sub(lambda found: bytes((int(found[1], 16),)), data)
    try:
        session = name.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
    return session if stem_of(session) == stem else None


def folder_at(what: str, folder: str | os.PathLike[str]) -> Path:
    """Read a path that was handed to the function *what*.

    Raises:
        InvalidArgument: it is none.
    """
    check_argument(f"{what}, folder", folder, str | os.PathLike, "a path")
    path = os.fspath(folder)
    if not isinstance(path, str) or "\0" in path:
        raise InvalidArgument(f"{what}, folder", shown(folder), "a path that is a text")
    return Path(path)
