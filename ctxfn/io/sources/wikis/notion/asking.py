"""Ask Notion: its client, page by page of results, its errors in plain words."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

from attrs import field, frozen

from ctxfn.errors import MissingExtra
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.cleaning import cleaned, redacted
from ctxfn.io.sources.net.reading import bounded_client

__all__ = ["AT_ONCE", "Notion", "Table", "asking"]

#: Rows of one answer, and blocks of one request: Notion takes no more.
AT_ONCE: Final = 100

#: No database of pages that people write has more answers than that.
_MOST_ANSWERS: Final = 1_000
_LOG: Final = "ctxfn.notion"


@frozen
class Table:
    """Where pages lie: the `id` of the data source, the column of titles, and what there is to say."""

    id: str
    title: str
    remarks: tuple[str, ...] = ()


@frozen
class Notion:
    """One client of Notion, while a `with` block lasts."""

    client: Any
    token: str = field(repr=False)

    def table(self, database: str) -> Table:
        """Find the data source of a *database* and its column of titles.

        Raises:
            SourceRefusal: there is none.
        """
        found = self._asked(lambda: self.client.databases.retrieve(database)).get("data_sources")
        sources = [one for one in found or () if isinstance(one, Mapping) and one.get("id")]
        if not sources:
            raise SourceRefusal("Notion: the database has no data source that we may see")
        remarks: tuple[str, ...] = ()
        if len(sources) > 1:
            name = str(sources[0].get("name") or sources[0]["id"])
            remarks = (
                f"the database has {len(sources)} data sources; pages are of the first: {name}",
            )
        first = str(sources[0]["id"])
        columns = (
            self._asked(lambda: self.client.data_sources.retrieve(first)).get("properties") or {}
        )
        for name, column in columns.items():
            if isinstance(column, Mapping) and column.get("type") == "title":
                return Table(first, str(name), remarks)
        raise SourceRefusal("Notion: the data source has no column of titles")

    def pages(self, table: Table) -> list[Mapping[str, Any]]:
        """List all pages, whoever made them."""
        rows = self._every(
            lambda **more: self.client.data_sources.query(table.id, page_size=AT_ONCE, **more)
        )
        return [
            one
            for one in rows
            if one.get("id")
            and one.get("object", "page") == "page"
            and not (one.get("in_trash") or one.get("archived"))
        ]

    def page(self, id: str) -> Mapping[str, Any]:
        """Retrieve a page, without its blocks."""
        return self._asked(lambda: self.client.pages.retrieve(id))

    def blocks(self, id: str) -> list[Mapping[str, Any]]:
        """List the blocks of a page."""
        return self._every(
            lambda **more: self.client.blocks.children.list(id, page_size=AT_ONCE, **more)
        )

    def create(
        self, table: Table, title: Sequence[Any], children: list[dict[str, Any]]
    ) -> Mapping[str, Any]:
        """Make a page with its first blocks, and append the others."""
        made = self._asked(
            lambda: self.client.pages.create(
                parent={"type": "data_source_id", "data_source_id": table.id},
                properties={table.title: {"title": list(title)}},
                children=children[:AT_ONCE],
            )
        )
        self.append(str(made["id"]), children[AT_ONCE:], None)
        return made

    def append(self, page: str, children: list[dict[str, Any]], after: str | None) -> None:
        """Put blocks behind the block *after*, or at the end."""
        for start in range(0, len(children), AT_ONCE):
            some = children[start : start + AT_ONCE]
            place = {} if after is None else {"after": after}
            came = self._asked(
                partial(self.client.blocks.children.append, page, children=some, **place)
            )
            made = came.get("results") or ()
            if after is not None:
                # With `after` the answer goes on with what stood behind; ours come first.
                after = str(made[min(len(some), len(made)) - 1]["id"]) if made else after

    def delete(self, block: str) -> None:
        """Take a block away."""
        self._asked(lambda: self.client.blocks.delete(block))

    def entitle(self, page: str, table: Table, title: Sequence[Any]) -> None:
        """Give a page another title."""
        self._asked(
            lambda: self.client.pages.update(page, properties={table.title: {"title": list(title)}})
        )

    def archive(self, page: str) -> None:
        """Put a page into the bin, where people find it."""
        self._asked(lambda: self.client.pages.update(page, in_trash=True))

    def _every(self, ask: Callable[..., object]) -> list[Mapping[str, Any]]:
        rows: list[Mapping[str, Any]] = []
        seen: set[str] = set()
        more: dict[str, str] = {}
        for _ in range(_MOST_ANSWERS):
            came = self._asked(partial(ask, **more))
            rows += [one for one in came.get("results") or () if isinstance(one, Mapping)]
            cursor = came.get("next_cursor")
            if not came.get("has_more") or not isinstance(cursor, str):
                return rows
            if cursor in seen:
                raise SourceRefusal("Notion: it sends the same results again and again")
            seen.add(cursor)
            more = {"start_cursor": cursor}
        raise SourceRefusal(f"Notion: more than {_MOST_ANSWERS * AT_ONCE:,} results")

    def _asked(self, ask: Callable[[], object]) -> Mapping[str, Any]:
        import httpx
        from notion_client.errors import NotionClientErrorBase

        try:
            came = ask()
        except (NotionClientErrorBase, httpx.HTTPError, ValueError) as error:
            code = getattr(error, "code", None)
            name = getattr(code, "value", code) or type(error).__name__
            told = redacted(cleaned(str(error)), (self.token,))
            raise SourceRefusal(f"Notion: {told or 'no answer'} ({name})") from None
        if not isinstance(came, Mapping):
            raise SourceRefusal(f"Notion: it answered a {type(came).__name__}, expected an object")
        return cast("Mapping[str, Any]", came)


@contextlib.contextmanager
def asking(token: str, address: str | None, seconds: float) -> Iterator[Notion]:
    """Open a client.

    Raises:
        MissingExtra: notion-client is not installed.
    """
    try:
        from notion_client import Client
    except ImportError:
        raise MissingExtra("notion-client", "notion") from None
    logger = logging.getLogger(_LOG)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # the client would write to the terminal
    place: dict[str, Any] = {} if address is None else {"base_url": address}
    client = Client(
        client=bounded_client(), auth=token, timeout_ms=int(seconds * 1000), logger=logger, **place
    )
    client.client.headers["Accept-Encoding"] = "identity"  # the client has set its own before
    try:
        yield Notion(client, token)
    finally:
        client.close()
