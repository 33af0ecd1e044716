"""Search and fetch through Parallel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ctxfn.errors import check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of, need, rows, text_of
from ctxfn.io.sources.net.keys import Key, key_of
from ctxfn.io.sources.web.addresses import read_url
from ctxfn.io.sources.web.backend import Hit, Page, WebBackend

__all__ = ["parallel"]

ADDRESS: Final = "https://api.parallel.ai"

#: Excerpts that are taken of a page, and characters of them all.
_MOST_EXCERPTS: Final = 5
_EXCERPT: Final = 2_000


def parallel(
    api_key: str | None = None, *, base_url: str | None = None, limits: Limits | None = None
) -> WebBackend:
    """Make a backend of Parallel's search; without a key it takes `PARALLEL_API_KEY`.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: httpx is not installed.
    """
    need("httpx", "web")
    key = key_of("parallel, api_key", api_key, "PARALLEL_API_KEY")
    check_argument("parallel, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    api = Api("parallel", checked_address("parallel, base_url", base_url or ADDRESS), within)

    async def search(objective: str, most: int) -> tuple[Hit, ...]:
        sent = {
            "objective": objective,
            "search_queries": [objective],
            "mode": "advanced",
            "advanced_settings": {
                "max_results": most,
                "excerpt_settings": {"max_chars_per_result": _EXCERPT},
            },
        }
        came = await _asked(api, key, "/v1/search", sent)
        return tuple(_hit(one) for one in rows(came.get("results"))[:most] if one.get("url"))

    async def fetch(url: str) -> Page:
        place = read_url(url)
        most = within.characters
        sent = {
            "urls": [place],
            "advanced_settings": {"full_content": {"max_chars_per_result": most}},
        }
        came = await _asked(api, key, "/v1/extract", sent)
        for one in rows(came.get("results"))[:1]:
            text = text_of(one.get("full_content")) or _excerpts(one)
            return Page(text_of(one.get("url")) or place, text_of(one.get("title")), text[:most])
        for one in rows(came.get("errors"))[:1]:
            why = text_of(one.get("content")) or text_of(one.get("error_type"))
            raise SourceRefusal(f"{place}: {why[:160]}")
        raise SourceRefusal(f"{place}: parallel does not know this page")

    return WebBackend(
        "parallel",
        fetch,
        search,
        lambda: key.status("parallel"),
        objective=True,
        secrets=key.secrets,
    )


def _hit(found: Mapping[str, object]) -> Hit:
    return Hit(text_of(found.get("url")), text_of(found.get("title")), _excerpts(found))


def _excerpts(found: Mapping[str, object]) -> str:
    given = found.get("excerpts")
    texts = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
    return "\n".join(texts[:_MOST_EXCERPTS])[:_EXCERPT]


async def _asked(api: Api, key: Key, path: str, sent: object) -> Mapping[str, object]:
    headers = {"x-api-key": key.needed(api.name)}
    async with client_of(api.limits) as client:
        return await api.ask(client, "POST", path, sent=sent, headers=headers)
