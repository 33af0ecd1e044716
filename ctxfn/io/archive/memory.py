"""An archive in memory: for tests, and for programs that end when the talk does."""

from __future__ import annotations

from ctxfn.io.archive.clash import clash
from ctxfn.io.archive.kept import Kept, check_count, check_save, check_session, text_of
from ctxfn.turns import Stored

__all__ = ["MemoryArchive"]


class _Session:
    """What is kept of one session."""

    __slots__ = ("kept", "keys", "retired")

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.kept: list[tuple[int, str, Stored]] = []
        self.retired = 0

    def active(self) -> list[Stored]:
        return [stored for position, _, stored in self.kept if position > self.retired]


class MemoryArchive:
    """An `Archive` that forgets everything with the program; one event loop uses it.

    It does what `SqlArchive` does, and refuses what that refuses.
    """

    __slots__ = ("_position", "_sessions")

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}
        self._position = 0

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        """Keep *stored* behind all that is there, once for its *key*."""
        check_save(session, key, stored)
        text = text_of(session, key, stored)
        place = self._sessions.get(session, _Session())
        if key in place.keys:
            clash(session, key, place.keys[key], text)
            return
        self._position += 1
        place.keys[key] = text
        place.kept.append((self._position, key, stored))
        self._sessions.pop(session, None)
        self._sessions[session] = place  # the last one spoken in stands last

    async def count(self, session: str, /) -> int:
        """How much talk there is."""
        check_session("count", session)
        return sum(not one.is_control for one in self._of(session).active())

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        """What is active, in the order it was saved, without the first *start* of the talk."""
        check_session("read", session)
        check_count("read, start", start)
        active = self._of(session).active()
        talk = [place for place, one in enumerate(active) if not one.is_control]
        if start > len(talk):
            return ()
        return tuple(active[talk[start - 1] + 1 :] if start else active)

    async def kept(
        self, session: str, /, *, behind: int = 0, most: int = 1_000
    ) -> tuple[Kept, ...]:
        """At most *most* of all that is kept *behind* a position, what is retired too."""
        check_session("kept", session)
        check_count("kept, behind", behind)
        check_count("kept, most", most, 1)
        place = self._of(session)
        later = [one for one in place.kept if one[0] > behind][:most]
        return tuple(Kept(*one, one[0] > place.retired) for one in later)

    async def retire(self, session: str, until: int, /) -> None:
        """Let what stands up to the position *until* be active no longer."""
        check_session("retire", session)
        check_count("retire, until", until)
        place = self._of(session)
        there = [position for position, _, _ in place.kept if position <= until]
        place.retired = max([place.retired, *there])

    async def clear(self, session: str, /) -> None:
        """Forget what was said in *session*."""
        check_session("clear", session)
        if session in self._sessions:
            self._sessions[session] = _Session()

    async def delete(self, session: str, /) -> None:
        """Forget *session* itself."""
        check_session("delete", session)
        self._sessions.pop(session, None)

    async def sessions(self) -> tuple[str, ...]:
        """The sessions there are, the one that was last spoken in first."""
        return tuple(reversed(self._sessions))

    def _of(self, session: str) -> _Session:
        return self._sessions.get(session) or _Session()
