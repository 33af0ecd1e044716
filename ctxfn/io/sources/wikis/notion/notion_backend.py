"""Pages that a database of Notion keeps, as files in one flat folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.wikis.backend import Saved, Summarise, WikiBackend
from ctxfn.io.sources.wikis.files_backend import folder_of, folder_status
from ctxfn.io.sources.wikis.notion.asking import asking
from ctxfn.io.sources.wikis.notion.fetching import fetch_pages
from ctxfn.io.sources.wikis.notion.folder import HIDDEN, Manifest, PageFolder
from ctxfn.io.sources.wikis.notion.pushing import push_pages, set_aside
from ctxfn.io.sources.wikis.remote import is_private_way
from ctxfn.io.sources.wikis.wording import utc_now

__all__ = ["wiki_notion"]

_ABOUT: Final = (
    "Its pages are a database in Notion, all in one folder; changes go there by themselves. Leave "
    "headers as they are but for the title. A line <!-- notion ... --> stands for something that has "
    "no words in Markdown: leave it where it is. Lists lie in no lists, and tables are no tables."
)
_VARIABLE: Final = "NOTION_API_KEY"

#: Seconds that one request may take.
_REQUEST_SECONDS: Final = 60.0


def wiki_notion(
    database: str,
    folder: str | os.PathLike[str],
    /,
    *,
    token: str | None = None,
    address: str | None = None,
    seconds: float = _REQUEST_SECONDS,
    now: Callable[[], datetime] = utc_now,
) -> WikiBackend:
    """Keep the pages in the Notion *database* of that id, and in *folder* as Markdown.

    Contract:
        A page is a file, named after its title. Only what changed is sent, block by block; what
        Markdown has no words for stays where it is, and a change that would lose it is refused.
        So is a change to a page that somebody edited in Notion since it came: what was written is
        put aside in the folder. *token* is the environment's NOTION_API_KEY if none is said.

    Complexity: bringing it up to date asks for each page that was edited; a change, for each that
        changed.

    Source: Agno's Notion wiki, which deletes and writes anew all pages each time.

    Raises:
        InvalidArgument: an argument is none of these, or there is no token.
        MissingExtra: notion-client is not installed.
    """
    key = token if token is not None else os.environ.get(_VARIABLE)
    check_argument("wiki_notion, database", database, str, "the id of a database")
    if not database.replace("-", "").isalnum() or not database.isascii():
        raise InvalidArgument("wiki_notion, database", shown(database), "the id of a database")
    if key is not None and not isinstance(key, str):  # it is not shown, whatever it is
        raise InvalidArgument("wiki_notion, token", f"a {type(key).__name__}", "a text, or None")
    if not key or not key.isascii() or not key.isprintable():
        found = "none" if not key else "no token"
        raise InvalidArgument("wiki_notion, token", found, f"token=..., or {_VARIABLE}")
    check_argument("wiki_notion, address", address, str | None, "an address, or None")
    if address is not None and not is_private_way(address):
        raise InvalidArgument("wiki_notion, address", "another way", "https://: there is a token")
    check_limit("wiki_notion, seconds", seconds)
    check_argument("wiki_notion, now", now, Callable, "a function that tells the time")  # type: ignore[arg-type]
    with asking(key, address, seconds):
        pass  # so that a missing package is told of here
    pages = PageFolder(folder_of(folder, "wiki_notion"))

    def sync() -> tuple[str, ...]:
        remarks = set_aside(pages, _manifest(pages))
        with asking(key, address, seconds) as notion:
            fetch_pages(notion, pages, _manifest(pages), now)
        return remarks

    def set_up() -> tuple[str, ...]:
        if _is_set_up(pages, database):
            return ()
        _claimed(pages, database)
        with asking(key, address, seconds) as notion:
            table = notion.table(database)
            fetch_pages(notion, pages, Manifest(database, table.id, table.title), now)
        return table.remarks

    def commit(_summarise: Summarise | None) -> Saved | None:
        with asking(key, address, seconds) as notion:
            return push_pages(notion, pages, _manifest(pages))

    return WikiBackend(
        "notion",
        pages.root,
        lambda: _is_set_up(pages, database),
        set_up,
        sync,
        commit,
        pages.restore,
        lambda: _status(pages, database),
        about=_ABOUT,
        hidden=(f"{HIDDEN}/",),
        flat=True,
        secrets=(key,),
    )


def _manifest(pages: PageFolder) -> Manifest:
    found = pages.manifest()
    if found is None:
        raise SourceRefusal("the folder of the wiki: what is known of its pages is gone")
    return found


def _is_set_up(pages: PageFolder, database: str) -> bool:
    if not Path(pages.root).is_dir():
        return False
    found = pages.manifest()
    return found is not None and found.database == database and bool(found.source)


def _claimed(pages: PageFolder, database: str) -> None:
    """Take the folder for this database; files that are no page's would be removed in it."""
    Path(pages.root).mkdir(parents=True, exist_ok=True)
    found = pages.manifest()
    if found is not None and found.database != database:
        raise SourceRefusal("the folder of the wiki is another database's; give it another folder")
    if found is None and not pages.is_empty():
        raise SourceRefusal("the folder of the wiki holds other files; give it another folder")
    pages.keep(Manifest(database, "", ""))


def _status(pages: PageFolder, database: str) -> Status:
    if not _is_set_up(pages, database):
        found = folder_status(pages.root)
        return found if not found.ok else Status(True, f"{pages.root}: to be fetched")
    return Status(True, f"{pages.root}: {len(pages.names())} pages of a Notion database")
