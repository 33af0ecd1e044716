"""The name of a tool on the wire."""

from __future__ import annotations

import hashlib
import re

__all__ = ["SEPARATOR", "hashed", "wire_name"]

SEPARATOR = "____"
#: What providers allow in a function's name.
_PLAIN = re.compile(r"[A-Za-z0-9_-]*\Z")
#: A name this long or longer is shortened.
_LIMIT = 64


def hashed(segment: str) -> str:
    """Return the stand-in for a segment that is too long or holds other characters."""
    return "MD5HASH_" + hashlib.md5(segment.encode(), usedforsecurity=False).hexdigest()[:12]


def wire_name(identifier: str, api: str, kind: str) -> str:
    """Join identifier, function and kind; the two usual kinds are left out."""
    names = [identifier, api] if kind in ("", "builtin", "default") else [identifier, api, kind]
    names = [name if _PLAIN.match(name) else hashed(name) for name in names]
    for place, whole in ((1, api), (0, identifier)):
        if len(SEPARATOR.join(names)) < _LIMIT:
            break
        names[place] = hashed(whole)
    return SEPARATOR.join(names)
