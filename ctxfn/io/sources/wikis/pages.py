"""What a writer does to pages: make one, change a place in one, and take one away."""

from __future__ import annotations

import os
from typing import Annotated, TypeAlias

from attrs import frozen

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.opening import opened_file
from ctxfn.io.sources.files.paths import parts_of
from ctxfn.io.sources.files.tree import Tree, fitting
from ctxfn.io.sources.files.walking import Entry
from ctxfn.io.sources.files.whole_files import (
    check_new_names,
    make_file,
    remove_file,
    rewrite_file,
)
from ctxfn.io.sources.operations import Operation, operation

__all__ = ["PagePath", "Pages", "page_operations"]

PagePath: TypeAlias = Annotated[str, "From the root, as topic/page-name.md."]


@frozen
class Pages:
    """The pages of a *tree* that may be written: which names they have, and whether in folders."""

    tree: Tree
    patterns: tuple[str, ...]
    flat: bool

    def parts(self, path: str, *, new: bool = False) -> tuple[str, ...]:
        """Read the path of a page: of a *new* one, or of one that is there.

        Raises:
            SourceRefusal: no page may be there.
        """
        parts = parts_of(path)
        if not parts or path.endswith("/"):
            raise SourceRefusal(f"{shown(path)}: a folder, expected a page as page-name.md")
        if new:
            check_new_names(parts)
        if any(name.startswith(".") for name in parts):
            raise SourceRefusal(f"{path}: a name that begins with a dot is no page's")
        self.tree.rules.judge().check(parts, folder=False)
        if self.flat and len(parts) > 1:
            raise SourceRefusal(f"{path}: pages of this wiki lie in no folders")
        entry = Entry(parts, folder=False)
        if not any(fitting(one)(entry) for one in self.patterns):
            expected = ", ".join(self.patterns)
            raise SourceRefusal(f"{path}: no page's name, expected one as {expected}")
        return parts

    def data(self, text: str, where: str) -> bytes:
        """Write *text* as a page does.

        Raises:
            SourceRefusal: it is too long, or has signs in it that are no text.
        """
        limit = self.tree.limits.search_bytes
        try:
            data = text.replace("\r\n", "\n").encode("utf-8")
        except UnicodeEncodeError:
            raise SourceRefusal(f"{where}: the text has halves of characters in it") from None
        if len(data) > limit:
            raise SourceRefusal(f"{where}: found {len(data):,} bytes, expected {limit:,} at most")
        if b"\0" in data:
            raise SourceRefusal(f"{where}: no text")
        return data

    def made(self, path: str, text: str) -> Answer:
        """Make a page."""
        parts = self.parts(path, new=True)
        make_file(self.tree.root, parts, self.data(text, path))
        return self._told(parts, f"made {'/'.join(parts)}")

    def edited(self, path: str, old: str, new: str) -> Answer:
        """Put *new* in the one place where *old* stands."""
        parts = self.parts(path)
        if not old:
            raise SourceRefusal(f"{path}, old_text: found nothing, expected what stands there now")
        if old == new:
            raise SourceRefusal(f"{path}: old_text and new_text are the same")
        self.data(new, path)
        before = self._read(parts)
        text = before.decode("utf-8", "surrogateescape")
        # Models are shown lines without the sign of their end, and write a single one.
        ends = "\r\n" if "\r\n" in text and "\r\n" not in old else "\n"
        old, new = (each.replace("\n", ends) if ends == "\r\n" else each for each in (old, new))
        count = text.count(old)
        if count != 1:
            told = "it stands there nowhere" if not count else f"it stands there {count} times"
            raise SourceRefusal(
                f"{path}, old_text: {told}, expected once; read the page, and say more of it"
            )
        after = text.replace(old, new)
        self.data(after.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), path)
        rewrite_file(self.tree.root, parts, before, after.encode("utf-8", "surrogateescape"))
        line = text.count("\n", 0, text.index(old)) + 1
        return self._told(parts, f"edited {'/'.join(parts)} at line {line}", line)

    def removed(self, path: str) -> Answer:
        """Take a page away."""
        parts = self.parts(path)
        remove_file(self.tree.root, parts)
        return Answer(text=f"removed {'/'.join(parts)}")

    def _read(self, parts: tuple[str, ...]) -> bytes:
        limit, where = self.tree.limits.search_bytes, "/".join(parts)
        with opened_file(self.tree.root, parts) as handle:
            if os.fstat(handle).st_size > limit:
                raise SourceRefusal(f"{where}: too long to be edited")
            with open(os.dup(handle), "rb") as file:
                data = file.read(limit + 1)
        if b"\0" in data:
            raise SourceRefusal(f"{where}: no text")
        return data

    def _told(self, parts: tuple[str, ...], text: str, line: int = 1) -> Answer:
        path = "/".join(parts)
        return Answer((Document(path, parts[-1], f"{path}#L{line}", self.tree.id),), text)


def page_operations(pages: Pages, *, deleting: bool) -> tuple[Operation, ...]:
    """Make the tools that write *pages*; *deleting*: with the one that takes pages away."""

    def create_page(path: PagePath, text: Annotated[str, "All of it, in Markdown."]) -> Answer:
        """Make a new page, and the folders on the way; one that is there stays as it is."""
        return pages.made(path, text)

    def edit_page(
        path: PagePath,
        old_text: Annotated[str, "What stands there now, exactly, and in one place alone."],
        new_text: Annotated[str, "What shall stand there instead."],
    ) -> Answer:
        """Change one place of a page."""
        return pages.edited(path, old_text, new_text)

    def delete_page(path: PagePath) -> Answer:
        """Take a page away."""
        return pages.removed(path)

    every = (create_page, edit_page, *((delete_page,) if deleting else ()))
    return tuple(operation(one, writes=True) for one in every)
