"""Bring a folder up to date with the pages of a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from attrs import evolve, frozen

from ctxfn.io.sources.files.rules import rules_of
from ctxfn.io.sources.wikis.notion.asking import Notion, Table
from ctxfn.io.sources.wikis.notion.folder import (
    Known,
    Manifest,
    PageFolder,
    digest,
    headed,
    names_of,
)
from ctxfn.io.sources.wikis.notion.markdown import shown_block, write_blocks

__all__ = ["fetch_pages", "title_of"]

#: Notion says to the minute when a page was edited.
_UNSURE: Final = timedelta(minutes=2)


@frozen
class _Page:
    id: str
    edited: str
    title: str


def fetch_pages(
    notion: Notion, folder: PageFolder, manifest: Manifest, now: Callable[[], datetime]
) -> Manifest:
    """Write each page to its file, and remove files that are no page's; return what is known now.

    A page that was not edited since it came is not asked for again.

    Raises:
        SourceRefusal: Notion does not answer, or a file cannot be written.
    """
    rows = notion.pages(Table(manifest.source, manifest.column))
    rows.sort(key=lambda row: (str(row.get("created_time")), str(row.get("id"))))
    pages = tuple(
        _Page(str(row["id"]), str(row.get("last_edited_time")), title_of(row)) for row in rows
    )
    known = manifest.known()
    files = _named(folder.root, pages, {one.id: name for name, one in known.items()})
    made: list[tuple[str, Known]] = []
    for name, page in files:
        before = known.get(name)
        if before is not None and _is_same(folder, name, before, page):
            made.append((name, before))
            continue
        made.append((name, _fetched(notion, folder, name, page, now())))
    for name in {*folder.names(), *known} - {name for name, _ in files}:
        folder.gone(name)
    done = evolve(manifest, pages=tuple(sorted(made)))
    folder.keep(done)
    return done


def title_of(row: Mapping[str, Any]) -> str:
    """Read the title of a page: one line."""
    for column in (row.get("properties") or {}).values():
        if isinstance(column, Mapping) and column.get("type") == "title":
            rich = column.get("title") or ()
            text = "".join(str(one.get("plain_text") or "") for one in rich)
            return " ".join(text.split())
    return ""


def _is_same(folder: PageFolder, name: str, known: Known, page: _Page) -> bool:
    alike = (known.id, known.edited, known.title) == (page.id, page.edited, page.title)
    data = folder.data((name,))
    there = data is not None and digest(data) == known.hash
    return alike and known.settled and there and folder.came_as(name) == data


def _fetched(notion: Notion, folder: PageFolder, name: str, page: _Page, now: datetime) -> Known:
    blocks = [shown_block(row) for row in notion.blocks(page.id)]
    known = Known(page.id, page.edited, page.title, "", _settled(page.edited, now))
    text = headed(known, write_blocks(blocks))
    folder.arrived(name, text)
    return evolve(known, hash=digest(text.encode("utf-8", "replace")))


def _settled(edited: str, now: datetime) -> bool:
    try:
        return now - datetime.fromisoformat(edited) > _UNSURE
    except (ValueError, TypeError):
        return False


def _named(
    root: str, pages: Iterable[_Page], before: Mapping[str, str]
) -> tuple[tuple[str, _Page], ...]:
    """Name the files: a page keeps its name while its title allows it; then who was made first."""
    judge = rules_of(root, (), ignore_files=False).judge()
    taken: dict[str, _Page] = {}
    waiting: list[_Page] = []
    for page in pages:
        name = before.get(page.id)
        if name is not None and name in names_of(page.title, page.id) and name not in taken:
            taken[name] = page
        else:
            waiting.append(page)
    for page in waiting:
        names = names_of(page.title, page.id)
        # A page may be called as secrets are, which nobody would see.
        free = (
            name
            for name in names
            if name not in taken and judge.why_hidden((name,), folder=False) is None
        )
        taken[next(free, names[-1])] = page
    return tuple(taken.items())
