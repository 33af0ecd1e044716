"""Read a path that a model wrote: names below the root, and nothing that could lead out."""

from __future__ import annotations

import os
import unicodedata
from typing import Final

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal

__all__ = ["is_writable_name", "parts_of"]

#: More levels than any tree of files that people keep.
_DEEPEST: Final = 64
_LONGEST: Final = 4_096

#: Besides a slash, where a system has another sign between names.
_OTHER_SIGN: Final = os.altsep or (os.sep if os.sep != "/" else None)


def parts_of(path: str) -> tuple[str, ...]:
    """Part *path* into names; ``.`` and an empty path are the root itself.

    Names are taken letter by letter: nothing is decoded, normalised or expanded, so there is one
    way to write each and none to write another.

    Raises:
        SourceRefusal: it is absolute, goes up, has control characters, or is too long.

    Examples:
        >>> parts_of("notes/./2026//may.md")
        ('notes', '2026', 'may.md')
        >>> parts_of("notes/../../secret")
        Traceback (most recent call last):
        ...
        ctxfn.io.errors.SourceRefusal: 'notes/../../secret': '..' leads up, and paths lead down from the root
    """
    if path.startswith("/"):
        raise SourceRefusal(f"{shown(path)}: an absolute path, expected one from the root")
    if not is_writable_name(path):
        raise SourceRefusal(f"{shown(path)}: a path has no control characters in it")
    if _OTHER_SIGN is not None and (_OTHER_SIGN in path or ":" in path):
        raise SourceRefusal(f"{shown(path)}: names in a path are parted by / alone")
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if ".." in parts:
        raise SourceRefusal(f"{shown(path)}: '..' leads up, and paths lead down from the root")
    if len(parts) > _DEEPEST or len(path) > _LONGEST:
        raise SourceRefusal(f"{shown(path)}: a path has {_DEEPEST} names at most")
    return parts


def is_writable_name(name: str) -> bool:
    """Whether *name* can be told to a model, and told back by it: no control characters, no bytes
    that are no text."""
    return not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name)
