"""A server behind an address, spoken to over HTTP."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.mcp.ending import Ending

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import TransportStreams

__all__ = ["Address", "spoken_at"]

#: Seconds that a stream of events may be silent; it is opened anew then.
_SILENCE: Final = 300.0

_NOT_FOUND: Final = 404

#: What stands between two events.
_BETWEEN: Final = re.compile(rb"\n\n|\r\n\r\n|\r\r")


@frozen
class Address:
    """Where a server is, and what each request says of us; `sse`: in the older way."""

    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    sse: bool = False


@contextlib.asynccontextmanager
async def spoken_at(
    address: Address, seconds: float, longest: int, ending: Ending
) -> AsyncIterator[TransportStreams]:
    """Yield what the SDK reads from and writes to; a request that is begun has *seconds* to get through.

    What comes has *longest* bytes at most, each event or whole answer; packed it may have any number,
    and is refused. Nobody is sent elsewhere, and no proxy of the environment is told who we are.
    """
    import httpx2
    from mcp.client.sse import sse_client
    from mcp.client.streamable_http import streamable_http_client

    def client(*_others: object, **_other: object) -> httpx2.AsyncClient:
        timeout = httpx2.Timeout(seconds, read=max(seconds, _SILENCE))
        hooks = {"response": [_bounding(longest, ending)]}
        headers = {**dict(address.headers), "Accept-Encoding": "identity"}
        return httpx2.AsyncClient(
            headers=headers, timeout=timeout, event_hooks=hooks, trust_env=False
        )

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


def _bounding(longest: int, ending: Ending) -> Any:
    """Make a hook that remembers what is amiss, and stops reading where a message gets too long."""

    async def bound(response: httpx2.Response) -> None:
        code = response.status_code
        ending.hint = f"the server answered {code} {response.reason_phrase}" if code >= 400 else ""
        ending.forgotten = code == _NOT_FOUND
        coding = response.headers.get("content-encoding", "identity")
        if coding.strip().lower() not in ("", "identity"):
            ending.tell(f"the server packed its answer as {coding[:40]!r}, which nobody asked for")
            raise SourceRefusal(ending.reason)
        events = response.headers.get("content-type", "").startswith("text/event-stream")
        response.stream = _bounded(response.stream, longest, events, ending)

    return bound


def _bounded(stream: Any, longest: int, events: bool, ending: Ending) -> Any:
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            since = 0
            async for piece in stream:
                since += len(piece)
                if events and (found := list(_BETWEEN.finditer(piece))):
                    since = len(piece) - found[-1].end()
                if since > longest:
                    reason = f"the server sent a message of more than {longest:,} bytes"
                    ending.tell(reason)
                    raise SourceRefusal(reason)
                yield piece

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()
