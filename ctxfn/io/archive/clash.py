"""What it means that a key is there already: the same again, or another message."""

from __future__ import annotations

from ctxfn.errors import shown
from ctxfn.io.archive.errors import ArchiveFailure

__all__ = ["clash"]

#: Characters of each message beside where they part.
_AROUND = 60


def clash(session: str, key: str, kept: str, given: str) -> None:
    """Let the same message pass, and refuse another one under its key.

    Raises:
        ArchiveFailure: *kept* and *given* are two messages; both are shown where they part.
    """
    if kept == given:
        return
    pairs = enumerate(zip(kept, given, strict=False))
    part = next((place for place, (one, other) in pairs if one != other), 0)
    first = max(0, part - _AROUND // 2)
    there, come = (shown(text[first : first + _AROUND]) for text in (kept, given))
    reason = (
        f"key {shown(key)} is that of another message already: it holds {there}, found {come} "
        f"at character {first}; give each message a key of its own"
    )
    raise ArchiveFailure("save", session, reason)
