"""Fetch a page ourselves: from public addresses, text alone, so much of it, in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.files.reading import decoded
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import need, trusted
from ctxfn.io.sources.net.bodies import ACCEPTED, Body, read_body
from ctxfn.io.sources.web.addresses import Guard, guard_of, read_url, shown_url
from ctxfn.io.sources.web.backend import Page, WebBackend
from ctxfn.io.sources.web.plain import LONGEST_PAGE, plain_text

if TYPE_CHECKING:
    import httpx

__all__ = ["direct"]

_MOST_REDIRECTS: Final = 5
_READ: Final = "text/html, text/*;q=0.9, application/xhtml+xml, application/json;q=0.8, */*;q=0.1"
_PAGES: Final = ("text/html", "application/xhtml+xml")
_TEXTS: Final = frozenset(
    f"application/{one}"
    for one in ("json", "xml", "xhtml+xml", "x-ndjson", "yaml", "x-yaml", "toml", "javascript")
)


def direct(
    *,
    allow_addresses: Iterable[str] = (),
    limits: Limits | None = None,
    resolve: Callable[[str, int], Sequence[str]] | None = None,
) -> WebBackend:
    """Make a backend that fetches pages itself, and cannot search.

    Contract:
        Only http and https. What a name resolves to is judged, and that very address is connected
        to; again after each of at most five redirects. Loopback, private, local, shared and
        reserved addresses are refused in whatever form, unless they lie in *allow_addresses*
        (as 10.1.0.0/16). No proxy is used, and nobody signs in. At most `Limits.file_bytes` are
        read, unpacked; only texts. *resolve* stands for the system's look-up of names.

    Complexity: O(bytes), bounded by the limits.

    Source: ours.

    Raises:
        InvalidArgument: what is allowed is no range of addresses.
        MissingExtra: httpx is not installed.
    """
    need("httpx", "web")
    guard = guard_of(allow_addresses)
    check_argument("direct, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    if resolve is not None and not callable(resolve):
        raise InvalidArgument("direct, resolve", shown(resolve), "a function of a name and a port")

    async def fetch(url: str) -> Page:
        async with asyncio.timeout(within.seconds):
            return await _fetched(url, guard, resolve, within)

    return WebBackend("direct", fetch, check=lambda: Status(True, "fetches pages, cannot search"))


async def _fetched(
    url: str, guard: Guard, resolve: Callable[[str, int], Sequence[str]] | None, limits: Limits
) -> Page:
    import httpx

    from ctxfn.io.sources.web.pinning import PinnedTransport, resolved

    transport = PinnedTransport(guard, resolve or resolved, limits.seconds, trusted())
    headers = {"User-Agent": "ctxfn", "Accept": _READ, "Accept-Encoding": ACCEPTED}
    place = read_url(url)
    async with httpx.AsyncClient(
        transport=transport, timeout=limits.seconds, trust_env=False, headers=headers
    ) as client:
        for _ in range(_MOST_REDIRECTS + 1):
            came = await _asked(client, place, limits)
            if isinstance(came, Page):
                return came
            place = came
    raise SourceRefusal(f"{shown_url(url)}: it points elsewhere more than {_MOST_REDIRECTS} times")


async def _asked(client: httpx.AsyncClient, place: str, limits: Limits) -> Page | str:
    """Return the page at *place*, or where that points to."""
    import httpx

    try:
        request = client.build_request("GET", place)
        response = await client.send(request, stream=True, follow_redirects=False)
    except (httpx.HTTPError, httpx.InvalidURL):  # it reads where it points to, too
        raise SourceRefusal(f"{place}: it is, or points to, what cannot be read") from None
    try:
        status, target = response.status_code, response.headers.get("location", "")
        if status in (301, 302, 303, 307, 308) and target:
            return read_url(_joined(place, target))
        if status >= 300:
            raise SourceRefusal(f"{place}: it answered {status}")
        kind = _kind(place, response.headers.get("content-type", ""))
        coding = response.headers.get("content-encoding", "")
        body = await read_body(response.aiter_raw(), coding, limits.file_bytes)
    finally:
        await response.aclose()
    charset = response.charset_encoding
    try:  # a thread that a process does not wait for
        page = await fetched(lambda _: _page(place, kind, charset, body), None, limits.seconds)
    except Late:
        raise TimeoutError(f"{place}: it takes too long to read") from None
    assert isinstance(page, Page)
    return page


def _joined(place: str, target: str) -> str:
    try:
        return urljoin(place, target)
    except ValueError:
        raise SourceRefusal(f"{place}: it points to what cannot be read") from None


def _kind(place: str, said: str) -> str:
    kind = said.partition(";")[0].strip().lower()
    plain = kind.startswith("text/") or kind in _TEXTS or kind.endswith(("+json", "+xml"))
    if not plain or kind == "image/svg+xml":
        raise SourceRefusal(f"{place}: found {kind[:60] or 'no type'}, expected a text")
    return kind


def _page(place: str, kind: str, charset: str | None, body: Body) -> Page:
    remarks = (f"only the first {len(body.data):,} bytes were read",) if body.cut else ()
    try:
        text, strange = decoded(body.data, place, charset)
    except SourceRefusal:
        if charset is None:
            raise
        text, strange = decoded(body.data, place, None)  # no encoding of that name
    if kind not in _PAGES:
        return Page(place, "", text, (*remarks, *strange))
    if len(text) > LONGEST_PAGE:
        remarks = (*remarks, f"only the first {LONGEST_PAGE:,} characters were read")
    title, said = plain_text(text)
    return Page(place, title, said, (*remarks, *strange))
