"""Search and fetch through Exa."""

from __future__ import annotations

from typing import Final

from ctxfn.errors import check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of, need, rows, text_of
from ctxfn.io.sources.net.keys import Key, key_of
from ctxfn.io.sources.web.addresses import read_url
from ctxfn.io.sources.web.backend import Hit, Page, WebBackend

__all__ = ["exa"]

ADDRESS: Final = "https://api.exa.ai"

#: Characters of a page that the service is asked for: beside a hit, and for the page itself.
_EXCERPT: Final = 500


def exa(
    api_key: str | None = None, *, base_url: str | None = None, limits: Limits | None = None
) -> WebBackend:
    """Make a backend of Exa's search; without a key it takes `EXA_API_KEY`.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: httpx is not installed.
    """
    need("httpx", "web")
    key = key_of("exa, api_key", api_key, "EXA_API_KEY")
    check_argument("exa, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    api = Api("exa", checked_address("exa, base_url", base_url or ADDRESS), within)

    async def search(text: str, most: int) -> tuple[Hit, ...]:
        sent = {
            "query": text,
            "numResults": most,
            "contents": {"text": {"maxCharacters": _EXCERPT}},
        }
        came = await _asked(api, key, "/search", sent)
        return tuple(
            Hit(text_of(one.get("url")), text_of(one.get("title")), text_of(one.get("text"))[:_EXCERPT])
            for one in rows(came.get("results"))[:most]
            if text_of(one.get("url"))
        )  # fmt: skip

    async def fetch(url: str) -> Page:
        place = read_url(url)
        sent = {"urls": [place], "text": {"maxCharacters": within.characters}}
        came = await _asked(api, key, "/contents", sent)
        for one in rows(came.get("results"))[:1]:
            text = text_of(one.get("text"))[: within.characters]
            return Page(text_of(one.get("url")) or place, text_of(one.get("title")), text)
        raise SourceRefusal(f"{place}: exa does not know this page")

    def check() -> Status:
        return key.status("exa")

    return WebBackend("exa", fetch, search, check, secrets=key.secrets)


async def _asked(api: Api, key: Key, path: str, sent: object) -> dict[str, object]:
    headers = {"x-api-key": key.needed(api.name)}
    async with client_of(api.limits) as client:
        return dict(await api.ask(client, "POST", path, sent=sent, headers=headers))
