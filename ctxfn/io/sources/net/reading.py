"""A client for those who bring their own way of asking: it follows nothing, and reads no endless answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.net.api import trusted

if TYPE_CHECKING:
    import httpx

__all__ = ["bounded_client"]

#: Bytes of one answer.
_MOST: Final = 20_000_000


def bounded_client(most: int = _MOST) -> httpx.Client:
    """Make a client that reads at most *most* bytes of an answer, and knows no proxy of ours.

    A packed answer, which may grow to any size, is refused. Whoever uses it asks for none.
    """
    import httpx

    class Bounded(httpx.SyncByteStream):  # type: ignore[misc, unused-ignore]
        def __init__(self, stream: httpx.SyncByteStream) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            came = 0
            for piece in self._stream:
                came += len(piece)
                if came > most:
                    raise SourceRefusal(f"the answer has more than {most:,} bytes")
                yield piece

        def close(self) -> None:
            self._stream.close()

    def bound(response: httpx.Response) -> None:
        coding = response.headers.get("content-encoding", "").strip().lower()
        if coding not in ("", "identity"):
            raise SourceRefusal(f"the answer is packed as {coding[:40]!r}, expected as it is")
        response.stream = Bounded(cast("httpx.SyncByteStream", response.stream))

    return httpx.Client(
        verify=trusted(),
        trust_env=False,
        follow_redirects=False,
        event_hooks={"response": [bound]},
    )
