"""What searches the web and fetches pages, whoever does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from attrs import evolve, field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.sources.answers import Status

__all__ = ["Hit", "Page", "WebBackend", "fetching_with"]


@frozen
class Hit:
    """A page that a search found, and a piece of it."""

    url: str
    title: str = ""
    excerpt: str = ""


@frozen
class Page:
    """A page: its text, and what there is to say about the reading of it."""

    url: str
    title: str = ""
    text: str = ""
    remarks: tuple[str, ...] = ()


@frozen
class WebBackend:
    """Fetches a page by its address and, if it can, searches: for a text, and so many pages.

    `check` says whether it can be used, without asking anybody. `objective`: it wants to be told
    what is to be found out, rather than words to look for. `secrets` never occur in what it says.
    """

    name: str
    fetch: Callable[[str], Awaitable[Page]]
    search: Callable[[str, int], Awaitable[tuple[Hit, ...]]] | None = None
    check: Callable[[], Status] = lambda: Status(True)
    objective: bool = False
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def __attrs_post_init__(self) -> None:
        check_argument("WebBackend, name", self.name, str, "a text")
        for what, value in (("fetch", self.fetch), ("check", self.check)):
            if not callable(value):
                raise InvalidArgument(f"WebBackend, {what}", shown(value), "a function")
        if self.search is not None and not callable(self.search):
            raise InvalidArgument("WebBackend, search", shown(self.search), "a function, or None")


def fetching_with(backend: WebBackend, other: WebBackend) -> WebBackend:
    """Let *other* fetch the pages that *backend* finds."""
    return evolve(backend, fetch=other.fetch, secrets=backend.secrets + other.secrets)
