"""What an archive is: it keeps what was said in each session, once."""

from __future__ import annotations

from typing import Protocol

from ctxfn.turns import Stored

__all__ = ["Archive"]


class Archive(Protocol):
    """Whoever keeps sessions.

    A message is saved under a `key` of its own in its session: saving it again under the same
    key changes nothing, so a write whose answer was lost can be repeated. Each method raises
    `ArchiveFailure` alone. Talk is what is active and no control mark.
    """

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        """Keep *stored* behind all that is there; once it returns, it survives a crash."""
        ...

    async def count(self, session: str, /) -> int:
        """How much talk there is."""
        ...

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        """What is active, in the order it was saved, without the first *start* of the talk."""
        ...

    async def clear(self, session: str, /) -> None:
        """Forget what was said in *session*."""
        ...

    async def sessions(self) -> tuple[str, ...]:
        """The sessions there are, the one that was last spoken in first."""
        ...
