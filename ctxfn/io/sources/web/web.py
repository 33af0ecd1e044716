"""The web as a source: search it, read a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias, get_args

from annotated_types import Ge, Le

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.inner import WEB, chosen
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Question, Source, Surface, steady
from ctxfn.io.sources.web.addresses import shown_url
from ctxfn.io.sources.web.backend import Hit, Page, WebBackend, fetching_with
from ctxfn.io.sources.web.direct import direct
from ctxfn.io.sources.web.exa import exa
from ctxfn.io.sources.web.parallel import parallel

__all__ = ["Named", "web"]

Named: TypeAlias = Literal["direct", "exa", "parallel"]
"""Pages are fetched by ourselves; Exa or Parallel searches, and fetches them."""

_ABOUT: Final = (
    "pages of the web. What you are told of a page goes with its address. Nothing is sent to any "
    "site but the request for a page: no forms, no sign-in."
)
Many: TypeAlias = Annotated[int, Ge(1), Le(20), "How many pages."]
Address: TypeAlias = Annotated[str, "The address of a page, http or https."]
_MANY: Final = 8
_URL: Final = re.compile(r"https?://(?:\[[0-9a-fA-F:.%\w]+\])?[^\s<>\"'\])]*")
_MOST_PAGES: Final = 3


def web(
    backend: Named | WebBackend,
    *,
    id: str = "web",
    name: str = "",
    api_key: str | None = None,
    base_url: str | None = None,
    fetch: Literal["backend", "direct"] = "backend",
    allow_addresses: Iterable[str] = (),
    instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the web: *backend* searches, and fetches pages.

    ``direct`` fetches pages itself and cannot search; ``fetch="direct"`` does that for what another
    one finds. Private addresses are refused unless they lie in *allow_addresses*. Without
    *api_key* the environment is asked (`EXA_API_KEY`, `PARALLEL_API_KEY`). *instructions* stand for
    what an agent that answers is told.

    Raises:
        InvalidArgument: there is no such backend, or an argument is not for it.
        MissingExtra: httpx is not installed.
    """
    check_argument("web, id", id, str, "a text")
    check_argument("web, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    used = _chosen(backend, fetch, api_key, base_url, tuple(_listed(allow_addresses)), within)
    operations = _operations(used, id)

    async def ask(question: Question) -> Answer:
        return await _answered(used, id, question.text, within)

    return Source(
        id,
        steady(Surface(operations, ask)),
        used.check,
        name,
        _ABOUT,
        limits=within,
        secrets=used.secrets,
        inner=chosen("web, instructions", instructions, WEB),
    )


def _listed(given: object) -> Iterable[str]:
    check_argument("web, allow_addresses", given, tuple | list | set | frozenset, "a list of texts")
    return given if isinstance(given, tuple | list | set | frozenset) else ()


def _chosen(
    backend: object,
    fetch: object,
    api_key: str | None,
    base_url: str | None,
    allowed: tuple[str, ...],
    limits: Limits,
) -> WebBackend:
    if fetch not in ("backend", "direct"):
        raise InvalidArgument("web, fetch", shown(fetch), "backend or direct")
    own = direct(allow_addresses=allowed, limits=limits)
    if isinstance(backend, WebBackend):
        made = backend
    elif backend == "exa":
        return _fetching(exa(api_key, base_url=base_url, limits=limits), fetch, own)
    elif backend == "parallel":
        return _fetching(parallel(api_key, base_url=base_url, limits=limits), fetch, own)
    elif backend == "direct":
        made = own
    else:
        expected = f"{', '.join(get_args(Named))}, or a WebBackend(...)"
        raise InvalidArgument("web, backend", shown(backend), expected)
    for what, value in (("api_key", api_key), ("base_url", base_url)):
        if value is not None:
            raise InvalidArgument(f"web, {what}", "one", f"none: {made.name} takes none here")
    return _fetching(made, fetch, own)


def _fetching(backend: WebBackend, fetch: object, own: WebBackend) -> WebBackend:
    return fetching_with(backend, own) if fetch == "direct" else backend


def _operations(backend: WebBackend, source: str) -> tuple[Operation, ...]:
    search = backend.search

    async def web_extract(url: Address) -> Answer:
        """Read a page as text."""
        page = await backend.fetch(url)
        found = Document(page.url, page.title or page.url, shown_url(page.url), source)
        return Answer((found,), page.text, remarks=page.remarks)

    if search is None:
        return (operation(web_extract),)
    if backend.objective:

        async def web_search(
            objective: Annotated[str, "What is to be found out, in words."],
            max_results: Many = _MANY,
        ) -> Answer:
            """Search the web for what answers an objective; each hit with pieces of the page."""
            return _found(await search(_worded(objective), max_results), source)

        return operation(web_search), operation(web_extract)

    async def web_search_words(
        query: Annotated[str, "What to look for, in words."], max_results: Many = _MANY
    ) -> Answer:
        """Search the web; each hit with the beginning of the page."""
        return _found(await search(_worded(query), max_results), source)

    web_search_words.__name__ = "web_search"
    return operation(web_search_words), operation(web_extract)


def _worded(text: str) -> str:
    if not text.strip():
        raise SourceRefusal("web_search: found nothing to look for, expected words")
    return text


def _found(hits: tuple[Hit, ...], source: str) -> Answer:
    return Answer(
        tuple(
            Document(one.url, one.title or one.url, shown_url(one.url), source, one.excerpt or None)
            for one in hits
        )
    )


async def _answered(backend: WebBackend, source: str, question: str, limits: Limits) -> Answer:
    """Read the pages that a question names; else search for what it says."""
    named = tuple(dict.fromkeys(one.rstrip(".,;:!?") for one in _URL.findall(question)))
    if named:
        share = limits.characters // min(len(named), _MOST_PAGES)
        pages = [await backend.fetch(one) for one in named[:_MOST_PAGES]]
        left = [f"{len(named) - _MOST_PAGES} more pages were named, and not read"]
        return _read(pages, share, source, left if len(named) > _MOST_PAGES else [])
    if backend.search is None:
        raise SourceRefusal(f"{backend.name} cannot search: name the address of a page")
    return _found(await backend.search(_worded(question), _MANY), source)


def _read(pages: list[Page], share: int, source: str, remarks: list[str]) -> Answer:
    documents = []
    for page in pages:
        said = page.text[:share]
        documents.append(
            Document(page.url, page.title or page.url, shown_url(page.url), source, said)
        )
        remarks += page.remarks
        if len(said) < len(page.text):
            remarks.append(f"{shown_url(page.url)}: the first {share:,} characters")
    return Answer(tuple(documents), remarks=tuple(remarks))
