"""A server behind an address, spoken to over HTTP."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from ctxfn.io.errors import SourceRefusal

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import TransportStreams

__all__ = ["Address", "spoken_at"]

#: Seconds that a stream of events may be silent; it is opened anew then.
_SILENCE: Final = 300.0


@frozen
class Address:
    """Where a server is, and what each request says of us; `sse`: in the older way."""

    url: str
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    sse: bool = False


@contextlib.asynccontextmanager
async def spoken_at(
    address: Address, seconds: float, longest: int
) -> AsyncIterator[TransportStreams]:
    """Yield what the SDK reads from and writes to; a request that is begun has *seconds* to get through.

    What comes has *longest* bytes at most, each event or whole answer. Nobody is sent elsewhere.
    """
    import httpx2
    from mcp.client.sse import sse_client
    from mcp.client.streamable_http import streamable_http_client

    def client(*_others: object, **_other: object) -> httpx2.AsyncClient:
        timeout = httpx2.Timeout(seconds, read=max(seconds, _SILENCE))
        hooks = {"response": [_bounding(longest)]}
        headers = dict(address.headers)
        return httpx2.AsyncClient(headers=headers, timeout=timeout, event_hooks=hooks)

    if address.sse:
        async with sse_client(address.url, timeout=seconds, httpx_client_factory=client) as streams:
            yield streams
    else:
        async with (
            client() as made,
            streamable_http_client(
                address.url, http_client=made, max_sse_event_size=longest
            ) as streams,
        ):
            yield streams


def _bounding(longest: int) -> Any:
    """Make a hook that stops reading an answer which is no stream of events where it gets too long."""

    async def bound(response: httpx2.Response) -> None:
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            response.stream = _bounded(response.stream, longest)

    return bound


def _bounded(stream: Any, longest: int) -> Any:
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            left = longest
            async for piece in stream:
                left -= len(piece)
                if left < 0:
                    raise SourceRefusal(f"the server sent more than {longest:,} bytes")
                yield piece

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()
