"""Tell Notion what changed in a folder: those pages alone, and of those what changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import evolve

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.wikis.backend import Saved
from ctxfn.io.sources.wikis.notion.asking import Notion, Table
from ctxfn.io.sources.wikis.notion.blocks import KEPT, PageBlock, payloads_of, text_of
from ctxfn.io.sources.wikis.notion.fetching import title_of
from ctxfn.io.sources.wikis.notion.folder import Known, Manifest, PageFolder, digest, unheaded
from ctxfn.io.sources.wikis.notion.markdown import read_blocks, shown_block, write_blocks
from ctxfn.io.sources.wikis.notion.planning import Placed, planned
from ctxfn.io.sources.wikis.notion.spans import Span, rich_text

__all__ = ["push_pages", "set_aside"]

_EDITED: Final = "it was edited in Notion since it came; ask again"
_SHOWN: Final = 5
_LIKE_A_HEADER: Final = re.compile(r"\s*---\r?\n\w+:")


class _Pushing:
    """One pass: what is known changes with each page that Notion took."""

    def __init__(self, notion: Notion, folder: PageFolder, manifest: Manifest) -> None:
        self._notion = notion
        self._folder = folder
        self._manifest = manifest
        self._table = Table(manifest.source, manifest.column)
        self._known = manifest.known()
        self.done: list[str] = []
        self.refused: list[str] = []

    def changed(self, name: str) -> None:
        """Tell of a page whose file is not as it came."""
        before = self._known[name]
        text = self._text(name)
        header, body = unheaded(text)
        if header.get("notion") != before.id:
            raise SourceRefusal('its header is broken: leave all of it but title: "..." as it was')
        there = self._there(name, before)
        plan = planned(there, read_blocks(body))
        title = " ".join(str(header.get("title", before.title)).split())
        # Whatever fails from here on, the page is fetched again.
        self._keep(name, evolve(before, settled=False))
        for put in plan.puts:
            self._notion.append(before.id, _payloads(put.blocks), put.after)
        for block in plan.deletes:
            self._notion.delete(block)
        if title != before.title:
            self._notion.entitle(before.id, self._table, _titled(title))
        edited = str(self._notion.page(before.id).get("last_edited_time"))
        self._took(name, Known(before.id, edited, title, ""), text)
        self.done.append(f"{name} changed")

    def made(self, name: str) -> None:
        """Tell of a page that Notion does not have."""
        text = self._text(name)
        header, body = unheaded(text)
        if not header and _LIKE_A_HEADER.match(text):
            raise SourceRefusal("a new page has no header: it begins with a heading, its title")
        blocks = read_blocks(body)
        if any(one.kind == KEPT for one in blocks):
            raise SourceRefusal("it has a line <!-- notion ... -->, which belongs to another page")
        title = " ".join(str(header.get("title", "")).split())
        if not title and blocks and blocks[0].kind == "heading_1":
            title, blocks = " ".join(text_of(blocks[0]).split()), blocks[1:]
        title = title or name.removesuffix(".md").replace("-", " ")
        row = self._notion.create(self._table, _titled(title), _payloads(blocks))
        page = Known(str(row["id"]), str(row.get("last_edited_time")), title, "")
        self._took(name, page, text)
        self.done.append(f"{name} made")

    def gone(self, name: str) -> None:
        """Tell of a page whose file is no longer there."""
        before = self._known[name]
        self._there(name, before)
        self._notion.archive(before.id)
        self._folder.gone(name)
        del self._known[name]
        self._keep_all()
        self.done.append(f"{name} put into the bin")

    def each(self, what: Callable[[str], None], names: list[str]) -> None:
        """Do *what* with each; what is refused is put aside, and the others go on."""
        for name in names:
            try:
                what(name)
            except SourceRefusal as refusal:
                if name in self._known:  # it is fetched again, whatever its time says
                    self._keep(name, evolve(self._known[name], settled=False))
                place = self._folder.refused(name)
                kept = f" (what was written is in {place})" if place else ""
                self.refused.append(f"{name}: {refusal.reason}{kept}")

    def _there(self, name: str, before: Known) -> list[Placed]:
        """Read the blocks of a page that is still as it came.

        Raises:
            SourceRefusal: somebody edited it.
        """
        page = self._notion.page(before.id)
        if page.get("in_trash") or page.get("archived"):
            raise SourceRefusal("it was put into the bin in Notion")
        rows = self._notion.blocks(before.id)
        there = [Placed(str(row.get("id")), shown_block(row)) for row in rows]
        came = unheaded((self._folder.came_as(name) or b"").decode("utf-8", "replace"))[1]
        same = write_blocks([one.block for one in there]) == came
        edited = str(page.get("last_edited_time")) != before.edited
        if edited or not same or title_of(page) != before.title:
            raise SourceRefusal(_EDITED)
        return there

    def _text(self, name: str) -> str:
        return (self._folder.data((name,)) or b"").decode("utf-8", "replace")

    def _took(self, name: str, known: Known, text: str) -> None:
        self._folder.arrived(name, text)
        self._keep(name, evolve(known, hash=digest(text.encode("utf-8", "replace"))))

    def _keep(self, name: str, known: Known) -> None:
        self._known[name] = known
        self._keep_all()

    def _keep_all(self) -> None:
        self._folder.keep(evolve(self._manifest, pages=tuple(sorted(self._known.items()))))


def push_pages(notion: Notion, folder: PageFolder, manifest: Manifest) -> Saved | None:
    """Tell Notion of each file that changed; None if none did.

    Raises:
        SourceRefusal: of some pages it could not be told; what was written to them is put aside.
    """
    known, names = manifest.known(), folder.names()
    changed = [name for name in names if name in known and _is_other(folder, name, known[name])]
    made = [name for name in names if name not in known]
    gone = [name for name in known if name not in names]
    if not (changed or made or gone):
        return None
    pushing = _Pushing(notion, folder, manifest)
    pushing.each(pushing.changed, changed)
    pushing.each(pushing.made, made)
    pushing.each(pushing.gone, gone)
    told = "; ".join(pushing.done[:_SHOWN]) + ("; ..." if len(pushing.done) > _SHOWN else "")
    if pushing.refused:
        done = f"; done: {told}" if told else ""
        raise SourceRefusal(f"{'; '.join(pushing.refused)}{done}")
    return Saved(told, len(pushing.done))


def set_aside(folder: PageFolder, manifest: Manifest) -> tuple[str, ...]:
    """Put away what a change that was cut off, or a person, wrote and nobody sent; say so."""
    known = manifest.known()
    names = [
        name for name in folder.names() if name not in known or _is_other(folder, name, known[name])
    ]
    return tuple(
        f"{name} was changed here and not sent: what was written is in {folder.refused(name)}"
        for name in names
    )


def _is_other(folder: PageFolder, name: str, known: Known) -> bool:
    data = folder.data((name,))
    return data is None or digest(data) != known.hash


def _payloads(blocks: tuple[PageBlock, ...]) -> list[dict[str, object]]:
    return [payload for one in blocks for payload in payloads_of(one)]


def _titled(title: str) -> list[dict[str, object]]:
    return [{"type": "text", "text": one["text"]} for one in rich_text((Span(title),))]
