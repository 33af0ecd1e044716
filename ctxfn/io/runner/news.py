"""News: what an agent tells whoever looks on, in streams that never hold it up."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Final, TypeAlias

import anyio
from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.io.models import CallDelta, Delta, ReasoningDelta, TextDelta
from ctxfn.io.sources import AgentEvent
from ctxfn.turns.exchange import (
    LineTold,
    NoticeTold,
    Reply,
    StreamEnded,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    UsageTold,
)
from ctxfn.turns.scheduling import (
    EntryLogged,
    Join,
    OpenTurn,
    QueueChanged,
    RouteLogged,
    TurnLogged,
)

__all__ = ["Missed", "News", "NewsStream", "Newsroom", "What"]


@frozen
class Missed:
    """So many news did not fit into the stream while nobody read it; deltas go first."""

    count: int


What: TypeAlias = (
    Delta
    | StreamEnded
    | ToolStarted
    | ToolEnded
    | UsageTold
    | NoticeTold
    | LineTold
    | Reply
    | OpenTurn
    | Join
    | TurnEnded
    | QueueChanged
    | RouteLogged
    | EntryLogged
    | TurnLogged
    | AgentEvent
    | Missed
)


@frozen
class News:
    """What was told, of which session and turn; `key` is the call's that it belongs to, if it does."""

    session: str
    turn: str | None
    what: What
    key: str | None = None


_DELTAS: Final = (TextDelta, ReasoningDelta, CallDelta)


class NewsStream:
    """News as they come, of all sessions or of one; iterate over it, and close it when done.

    It holds what was not read yet, up to a bound: then the oldest quarter of the deltas goes, or
    where there is none the oldest news, and `Missed` says how many. Its length is how many news wait.
    """

    def __init__(self, room: Newsroom, session: str | None, bound: int) -> None:
        self._room, self.session, self._bound = room, session, bound
        self._held: deque[News] = deque()
        self._missed = 0
        self._ended = False
        self._changed = anyio.Event()

    def put(self, news: News) -> None:
        """Hold *news* for the reader; never waits."""
        if self._ended:
            return
        if len(self._held) >= self._bound:
            self._make_way()
        self._held.append(news)
        self._changed.set()

    def _make_way(self) -> None:
        before, going = len(self._held), max(1, self._bound // 4)
        kept: list[News] = []
        for one in self._held:
            if going and isinstance(one.what, _DELTAS):
                going -= 1
            else:
                kept.append(one)
        if len(kept) == before:
            del kept[0]
        self._held = deque(kept)
        self._missed += before - len(kept)

    def __len__(self) -> int:
        return len(self._held)

    def end(self) -> None:
        """Let the reader come to an end once all that is held was read."""
        self._ended = True
        self._changed.set()

    async def aclose(self) -> None:
        """Want no more news."""
        self.end()
        self._held.clear()
        self._missed = 0
        self._room.forget(self)

    def __aiter__(self) -> NewsStream:
        return self

    async def __anext__(self) -> News:
        while True:
            if self._missed:
                missed, self._missed = self._missed, 0
                return News(self.session or "", None, Missed(missed))
            if self._held:
                return self._held.popleft()
            if self._ended:
                raise StopAsyncIteration
            if self._changed.is_set():
                self._changed = anyio.Event()
            await self._changed.wait()

    async def __aenter__(self) -> NewsStream:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


class Newsroom:
    """Who looks on."""

    def __init__(self) -> None:
        self._streams: list[NewsStream] = []

    def open(self, session: str | None, bound: int) -> NewsStream:
        """Begin a stream."""
        check_argument("events, session", session, str | None, "the name of a session, or None")
        check_argument("events, bound", bound, int, "a whole number")
        stream = NewsStream(self, session, max(1, bound))
        self._streams.append(stream)
        return stream

    def tell(self, news: News) -> None:
        """Tell everybody who wants to know."""
        for stream in self._streams:
            if stream.session is None or stream.session == news.session:
                stream.put(news)

    def forget(self, stream: NewsStream) -> None:
        """Tell *stream* no more."""
        if stream in self._streams:
            self._streams.remove(stream)

    def close(self) -> None:
        """End all streams."""
        for stream in self._streams:
            stream.end()
        self._streams.clear()
