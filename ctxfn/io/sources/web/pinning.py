"""Connect to the very address that was judged.

A name is resolved once for each connection. What comes is judged, and connected to as a number, so
that a name that answers differently a moment later changes nothing. The certificate is still
checked against the name.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import ssl
import typing
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

import httpcore
import httpx

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.sources.web.addresses import Guard

__all__ = ["PinnedTransport", "Resolver", "resolved"]

#: Of the addresses of a name, so many are tried.
_MOST_ADDRESSES: typing.Final = 8

Resolver: typing.TypeAlias = Callable[[str, int], Sequence[str]]
"""From the name of a host and a port to its addresses, written as numbers; it may block."""


def resolved(host: str, port: int) -> Sequence[str]:
    """Ask the system for the addresses of *host*."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


class _PinnedNetwork(httpcore.AsyncNetworkBackend):  # type: ignore[misc, unused-ignore]
    """Resolves, judges, connects."""

    def __init__(self, guard: Guard, resolve: Resolver, seconds: float) -> None:
        self._guard = guard
        self._resolve = resolve
        self._seconds = seconds
        self._network: typing.Any = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[typing.Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to *host*, if every address of it may be connected to."""
        addresses = await self._addresses(host.strip("[]"), port)
        for address in addresses:  # one that is not public makes the others doubtful
            self._guard.check(address, host)
        last = len(addresses) - 1
        for place, address in enumerate(addresses):
            try:
                stream: httpcore.AsyncNetworkStream = await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
                return stream
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if place == last:
                    raise
        raise SourceRefusal(f"{host}: it has no address")

    async def _addresses(self, host: str, port: int) -> tuple[str, ...]:
        with contextlib.suppress(ValueError):
            return (str(ipaddress.ip_address(host)),)  # a number is looked up nowhere
        try:
            found = await fetched(lambda name: self._resolve(name, port), host, self._seconds)
        except Late:
            raise TimeoutError(f"{host}: its address was not found in time") from None
        except (OSError, UnicodeError):
            raise SourceRefusal(f"{host}: it has no address") from None
        return tuple(found[:_MOST_ADDRESSES]) if isinstance(found, list | tuple) else ()


class PinnedTransport(httpx.AsyncBaseTransport):  # type: ignore[misc, unused-ignore]
    """What an httpx client sends through, to judged addresses alone."""

    def __init__(
        self, guard: Guard, resolve: Resolver, seconds: float, trusted: ssl.SSLContext
    ) -> None:
        network = _PinnedNetwork(guard, resolve, seconds)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted, network_backend=network, max_keepalive_connections=0
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request*, and return what comes, its body not yet read."""
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        sent = httpcore.Request(
            request.method,
            url,
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        came = await _told(self._pool.handle_async_request(sent))
        return httpx.Response(
            came.status,
            headers=came.headers,
            stream=_Stream(came),
            extensions={"http_version": came.extensions.get("http_version", b"HTTP/1.1")},
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):  # type: ignore[misc, unused-ignore]
    def __init__(self, came: httpcore.Response) -> None:
        self._came = came

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = self._came.aiter_stream()
        while True:
            try:
                yield await _told(anext(pieces))
            except StopAsyncIteration:
                return

    async def aclose(self) -> None:
        await self._came.aclose()


async def _told(waiting: typing.Awaitable[typing.Any]) -> typing.Any:
    """Say what goes wrong below in words of ours."""
    try:
        return await waiting
    except httpcore.TimeoutException:
        raise TimeoutError("the site does not answer") from None
    except httpcore.RemoteProtocolError:
        raise SourceRefusal("the answer was cut off, or is none of the web") from None
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        reason = str(error)[:120] or "the connection failed"
        raise SourceRefusal(f"the site cannot be reached: {reason}") from None
