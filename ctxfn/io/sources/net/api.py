"""Ask a service over HTTP that answers in JSON: within limits, and with its own words if it will not."""

from __future__ import annotations

import asyncio
import contextlib
import email.utils
import functools
import importlib.util
import json
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.cleaning import redacted
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.bodies import ACCEPTED, Body, read_body

if TYPE_CHECKING:
    import httpx

__all__ = [
    "Api",
    "Reply",
    "checked_address",
    "client_of",
    "installed",
    "mapping",
    "need",
    "rows",
    "text_of",
    "trusted",
]

#: How often a service that is busy is asked again, and of the time how much it may make us wait.
_AGAIN: Final = 2
_OF_THE_TIME: Final = 0.5

_MEANING: Final[Mapping[int, str]] = {
    400: "the request was not understood",
    401: "the key was not accepted",
    403: "this is not allowed",
    404: "there is no such thing",
    408: "it took too long there",
    410: "there is no such thing any more",
    429: "too many requests",
}
_LONGEST_WORDS: Final = 160


@frozen
class Reply:
    """What a service answered: its status, its headers (names in lower case), its body."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: Body = field(repr=False)


@frozen
class Api:
    """A service: what people call it, where it is, and the limits of what is asked of it."""

    name: str
    address: str
    limits: Limits

    async def ask(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        sent: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, object]:
        """Send *sent* as JSON, and return the object that comes.

        Raises:
            SourceRefusal: it answers that it will not, or something else than JSON.
            TimeoutError: it does not answer.
        """
        reply = await self.load(client, method, path, query=query, sent=sent, headers=headers)
        if reply.body.cut:
            most = self.limits.file_bytes
            raise SourceRefusal(f"{self.name}: the answer has more than {most:,} bytes")
        if not reply.body.data.strip():
            return {}
        try:
            value = json.loads(reply.body.data)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            kind = _without_keys(reply.headers.get("content-type", "nothing"), headers)[:60]
            raise SourceRefusal(f"{self.name}: found {kind}, expected JSON, an object")
        return value

    async def load(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        sent: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send *sent* as JSON, and return what comes, of any type."""
        given = {key: value for key, value in (query or {}).items() if value is not None}
        left = _AGAIN
        while True:
            reply = await self._once(client, method, path, given, sent, headers or {})
            if reply.status < 300:
                return reply
            # What 503 answers may have been done all the same; 429 was not.
            again = reply.status == 429 or (reply.status == 503 and method == "GET")
            wait = _wait(reply) if again and left else None
            if wait is None or wait > self.limits.seconds * _OF_THE_TIME:
                break
            left -= 1
            await asyncio.sleep(wait)
        raise SourceRefusal(self._words(reply, headers))

    async def _once(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        query: Mapping[str, object],
        sent: object,
        headers: Mapping[str, str],
    ) -> Reply:
        import httpx

        request = client.build_request(
            method,
            self.address.rstrip("/") + path,
            params={key: _written(value) for key, value in query.items()},
            headers={"Accept-Encoding": ACCEPTED, **headers},
            json=sent,
        )
        try:
            response = await client.send(request, stream=True)
            try:
                coding = response.headers.get("content-encoding", "")
                body = await read_body(response.aiter_raw(), coding, self.limits.file_bytes)
            finally:
                await response.aclose()
        except httpx.TimeoutException:
            raise TimeoutError(f"{self.name} does not answer") from None
        except httpx.RemoteProtocolError:
            raise SourceRefusal(f"{self.name}: the answer was cut off") from None
        except httpx.HTTPError as error:
            reason = str(error)[:_LONGEST_WORDS] or type(error).__name__
            raise SourceRefusal(f"{self.name} cannot be reached: {reason}") from None
        return Reply(response.status_code, dict(response.headers), body)

    def _words(self, reply: Reply, sent: Mapping[str, str] | None) -> str:
        status = reply.status
        meaning = _MEANING.get(status, "it failed there" if status >= 500 else "it was refused")
        if 300 <= status < 400:
            meaning = "it points elsewhere, and is not followed"
        said = _without_keys(_said(reply), sent)[:_LONGEST_WORDS]
        wait = _wait(reply)
        again = f"; again in {wait:g} s" if status == 429 and wait is not None else ""
        return f"{self.name}: {meaning} ({status}){again}{': ' if said else ''}{said}"


@contextlib.asynccontextmanager
async def client_of(limits: Limits) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client for one question; it follows nothing, and knows no proxy or sign-in of ours."""
    import httpx

    async with httpx.AsyncClient(
        verify=trusted(),
        timeout=limits.seconds,
        follow_redirects=False,
        trust_env=False,
        headers={"User-Agent": "ctxfn"},
    ) as client:
        yield client


@functools.cache
def trusted() -> ssl.SSLContext:
    """Make what certificates are checked with, once: that takes longer than a question."""
    import httpx

    context: ssl.SSLContext = httpx.create_ssl_context(trust_env=False)
    return context


def need(package: str, extra: str) -> None:
    """Make sure that *package* is there.

    Raises:
        MissingExtra: it is not.
    """
    if not installed(package):
        raise MissingExtra(package, extra)


def installed(package: str) -> bool:
    """Whether *package* is there; of a part of one, whether the whole is."""
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def checked_address(what: str, address: object) -> str:
    """Check the address of a service.

    Raises:
        InvalidArgument: it is none, or somebody signs in in it.
    """
    check_argument(what, address, str, "an address: https://...")
    try:
        parts = urlsplit(str(address))
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        raise InvalidArgument(what, shown(address), "an address: https://...") from None
    if not sound or "@" in parts.netloc or parts.query or parts.fragment:
        found = "one who signs in" if "@" in parts.netloc else shown(address)
        raise InvalidArgument(what, found, "an address: https://..., and nothing behind the path")
    return str(address).rstrip("/")


def mapping(value: object) -> Mapping[str, object]:
    """Take *value* as an object; whatever it is else has nothing in it."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> tuple[Mapping[str, object], ...]:
    """Take *value* as a list of objects; what else is in it is passed by."""
    return tuple(one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def text_of(value: object) -> str:
    """Take *value* as a text; what is none is an empty one."""
    return value if isinstance(value, str) else ""


def _written(value: object) -> str | tuple[str, ...]:
    if isinstance(value, bool):
        return "true" if value else "false"
    return tuple(map(str, value)) if isinstance(value, tuple) else str(value)


def _wait(reply: Reply) -> float | None:
    """Read how many seconds to wait, as a number or as a date."""
    said = reply.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said[:9])
    try:
        return max(0.0, email.utils.parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _said(reply: Reply) -> str:
    """Find the service's own words for what went wrong."""
    try:
        value = mapping(json.loads(reply.body.data))
    except (ValueError, RecursionError):
        return ""
    error = value.get("error")
    found = (
        mapping(error).get("message")
        or value.get("error_description")
        or (error if isinstance(error, str) else None)
        or value.get("message")
        or value.get("detail")
    )
    return text_of(found)


def _without_keys(text: str, sent: Mapping[str, str] | None) -> str:
    """Hide what was *sent* to sign in: who answers may repeat it."""
    return redacted(text, (value.rpartition(" ")[2] for value in (sent or {}).values()))
