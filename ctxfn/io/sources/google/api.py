"""Ask one of Google's services, signed in."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Final

from attrs import frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.google.signing_in import SignIn
from ctxfn.io.sources.net.api import Api, Reply, rows, text_of

if TYPE_CHECKING:
    import httpx

__all__ = ["GoogleApi", "checked_id"]

_ID: Final = re.compile(r"[A-Za-z0-9_@.:+-]{1,512}")
_MOST_PAGES: Final = 20


@frozen
class GoogleApi:
    """A service, and who signs in to it."""

    api: Api
    sign_in: SignIn

    async def ask(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        sent: object = None,
    ) -> Mapping[str, object]:
        """Send *sent* as JSON, and return the object that comes."""
        headers = await self.sign_in.headers(self.api.limits)
        return await self.api.ask(client, method, path, query=query, sent=sent, headers=headers)

    async def load(
        self, client: httpx.AsyncClient, path: str, query: Mapping[str, object]
    ) -> Reply:
        """Return what lies at *path*, of any type."""
        headers = await self.sign_in.headers(self.api.limits)
        return await self.api.load(client, "GET", path, query=query, headers=headers)

    async def pages(
        self, client: httpx.AsyncClient, path: str, query: Mapping[str, object], key: str
    ) -> AsyncIterator[Mapping[str, object]]:
        """Yield what stands under *key*, page by page; a page that comes again ends it."""
        seen: set[str] = set()
        token: str | None = text_of(query.get("pageToken")) or None
        for _ in range(_MOST_PAGES):
            came = await self.ask(client, "GET", path, {**query, "pageToken": token})
            for one in rows(came.get(key)):
                yield one
            token = text_of(came.get("nextPageToken"))
            if not token or token in seen:
                return
            seen.add(token)


def checked_id(what: str, given: str) -> str:
    """Check that *given* can stand in a path.

    Raises:
        SourceRefusal: it is no id.
    """
    if not _ID.fullmatch(given) or given in (".", ".."):
        raise SourceRefusal(f"{what}: found {given[:60]!r}, expected an id as a list tells it")
    return given
