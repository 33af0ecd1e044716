"""The folder of a Notion wiki: its files, what is known of each, and how they were when they came."""

from __future__ import annotations

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from attrs import asdict, frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_file, opened_folder
from ctxfn.io.sources.files.whole_files import put_file, remove_file

__all__ = ["HIDDEN", "Known", "Manifest", "PageFolder", "digest", "headed", "names_of", "unheaded"]

#: Where what is no page's is kept; it is hidden from whoever reads the wiki.
HIDDEN: Final = ".notion"
_MANIFEST: Final = (HIDDEN, "manifest.json")

#: No page that people write is longer.
_LONGEST: Final = 10_000_000
_LONGEST_SLUG: Final = 60

#: Bytes of it: a name has 255, and ours have an id, a hash and more around it.
_MOST_BYTES: Final = 180
_HEADER: Final = re.compile(r"\A---\n(?P<lines>(?:[a-z]+: \"[^\n]*\"\n)+)---\n(?:\n)?")


@frozen
class Known:
    """What is known of a page: its id, when it was edited there, its title, a hash of its file.

    `settled`: it was fetched so long after that edit that no other can have the same time.
    """

    id: str
    edited: str
    title: str
    hash: str
    settled: bool = False


@frozen
class Manifest:
    """Which file is which page of which database."""

    database: str
    source: str
    column: str
    pages: tuple[tuple[str, Known], ...] = ()

    def known(self) -> dict[str, Known]:
        """What is known, by the name of the file."""
        return dict(self.pages)


@frozen
class PageFolder:
    """The folder at `root`: plain files alone, and no link is followed."""

    root: str

    def manifest(self) -> Manifest | None:
        """Read what is known, if something is."""
        data = self.data(_MANIFEST)
        if data is None:
            return None
        try:
            value = json.loads(data)
            pages = tuple((name, Known(**one)) for name, one in value.pop("pages").items())
            return Manifest(**value, pages=pages)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise SourceRefusal(f"{'/'.join(_MANIFEST)}: it is broken; remove the folder") from None

    def keep(self, manifest: Manifest) -> None:
        """Write what is known."""
        value = asdict(manifest)
        value["pages"] = {name: asdict(one) for name, one in manifest.pages}
        text = json.dumps(value, ensure_ascii=False, indent=1)
        put_file(self.root, _MANIFEST, text.encode("utf-8", "replace"))

    def names(self) -> list[str]:
        """List the files that are pages."""
        return self._listed(())

    def is_empty(self) -> bool:
        """Whether nothing lies there."""
        with opened_folder(self.root, ()) as handle:
            return not os.listdir(handle)

    def data(self, parts: tuple[str, ...]) -> bytes | None:
        """Read a file; None if there is none."""
        try:
            with opened_file(self.root, parts) as handle, open(os.dup(handle), "rb") as file:
                data = file.read(_LONGEST + 1)
        except SourceRefusal:
            return None
        if len(data) > _LONGEST:
            raise SourceRefusal(f"{'/'.join(parts)}: it is too long for a page")
        return data

    def arrived(self, name: str, text: str) -> None:
        """Write a page as it came, and remember it so."""
        data = text.encode("utf-8", "replace")
        put_file(self.root, (HIDDEN, "pages", name), data)
        if self.data((name,)) != data:
            put_file(self.root, (name,), data)

    def came_as(self, name: str) -> bytes | None:
        """How a page was when it came."""
        return self.data((HIDDEN, "pages", name))

    def gone(self, name: str) -> None:
        """Remove a page, and how it came."""
        for parts in ((name,), (HIDDEN, "pages", name)):
            if self.data(parts) is not None:
                remove_file(self.root, parts)

    def refused(self, name: str) -> str:
        """Put a text aside that Notion does not get; say where."""
        data = self.data((name,))
        if data is None:
            return ""
        parts = (HIDDEN, "refused", f"{digest(data)[:8]}-{name}"[:200])
        put_file(self.root, parts, data)
        return "/".join(parts)

    def restore(self) -> None:
        """Make all pages as they came."""
        before = set(self._listed((HIDDEN, "pages")))
        for name in self.names():
            if name not in before:
                remove_file(self.root, (name,))
        for name in sorted(before):
            data = self.came_as(name)
            if data is not None and self.data((name,)) != data:
                put_file(self.root, (name,), data)

    def _listed(self, parts: tuple[str, ...]) -> list[str]:
        try:
            with opened_folder(self.root, parts) as handle, os.scandir(handle) as entries:
                return sorted(
                    one.name
                    for one in entries
                    if one.name.endswith(".md")
                    and not one.name.startswith(".")
                    and one.is_file(follow_symlinks=False)
                )
        except SourceRefusal:
            return []


def names_of(title: str, page: str) -> tuple[str, ...]:
    """Name the file of a page, best first: letters of all scripts stay; then with some of its id.

    Examples:
        >>> names_of("Was Eulen fressen?", "0a1b2c3d4e5f")[0], names_of("猫头鹰", "0a1b2c")[0]
        ('was-eulen-fressen.md', '猫头鹰.md')
        >>> names_of("Owls!", "0a1b-2c3d-4e5f")
        ('owls.md', 'owls-3d4e5f.md', 'owls-0a1b2c3d4e5f.md')
    """
    plain = "".join(
        sign if sign.isalnum() or unicodedata.category(sign).startswith("M") else " "
        for sign in unicodedata.normalize("NFC", title).lower()
    )
    words = "-".join(plain.split())[:_LONGEST_SLUG].encode("utf-8", "ignore")
    slug = words[:_MOST_BYTES].decode("utf-8", "ignore").rstrip("-") or "untitled"
    digits = "".join(sign for sign in page if sign.isalnum())
    return f"{slug}.md", f"{slug}-{digits[-6:]}.md", f"{slug}-{digits}.md"


def headed(known: Known, body: str) -> str:
    """Write a page: who it is, its title quoted, and its body."""
    pairs = (("notion", known.id), ("edited", known.edited), ("title", known.title))
    lines = "".join(f"{key}: {json.dumps(text, ensure_ascii=False)}\n" for key, text in pairs)
    return f"---\n{lines}---\n\n{body}" if body else f"---\n{lines}---\n"


def unheaded(text: str) -> tuple[Mapping[str, Any], str]:
    """Part the header of a page, if it has one, from its body."""
    found = _HEADER.match(text)
    if found is None:
        return {}, text
    header: dict[str, Any] = {}
    for line in found["lines"].rstrip("\n").split("\n"):
        key, _, value = line.partition(": ")
        try:
            header[key] = json.loads(value)
        except ValueError:
            return {}, text
    return header, text[found.end() :]


def digest(data: bytes) -> str:
    """Hash a file."""
    return hashlib.sha256(data).hexdigest()
