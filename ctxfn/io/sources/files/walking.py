"""Walk a tree of files in order, seeing only what may be seen."""

from __future__ import annotations

import os
from collections.abc import Iterator

from attrs import frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_folder, refusal
from ctxfn.io.sources.files.paths import is_writable_name
from ctxfn.io.sources.files.rules import Rules
from ctxfn.io.sources.limits import Limits, Remaining

__all__ = ["Entry", "Walk"]


@frozen
class Entry:
    """A file or folder: its names from the root, and of a file its size in bytes."""

    parts: tuple[str, ...]
    folder: bool
    size: int = 0

    @property
    def path(self) -> str:
        """Its path from the root."""
        return "/".join(self.parts)


class Walk:
    """One walk; what it passed by is counted, and said behind."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self._rules = rules
        self._judge = rules.judge()
        self._limits = limits
        self._time = Remaining(limits)
        self._seen = 0
        self._links = 0
        self._nameless = 0
        self._unread = 0
        self.cut = ""

    @property
    def over(self) -> bool:
        """Whether it has looked at as much as it may."""
        if self._time.over:
            self.cut = "time was up: there may be more"
        elif self._seen >= self._limits.entries:
            self.cut = f"the first {self._limits.entries:,} files and folders: there are more"
        return bool(self.cut)

    def below(self, parts: tuple[str, ...], depth: int) -> Iterator[Entry]:
        """Yield what lies below the folder *parts*, *depth* levels deep, by name, folders first in
        the place of their names.

        Raises:
            SourceRefusal: there is no such folder, or it is hidden.
        """
        self._judge.check(parts, folder=True)
        waiting = [iter(self._inside(parts))]
        while waiting and not self.over:
            entry = next(waiting[-1], None)
            if entry is None:
                waiting.pop()
                continue
            yield entry
            if entry.folder and len(waiting) < depth:
                try:
                    waiting.append(iter(self._inside(entry.parts)))
                except SourceRefusal:  # it went, or became a link, while we looked
                    self._unread += 1

    def remarks(self) -> tuple[str, ...]:
        """Say what was passed by."""
        passed = (
            (self._links, "links, which are not followed"),
            (self._nameless, "names that cannot be written"),
            (self._unread, "folders that could not be read"),
        )
        told = [f"passed by {count} {what}" for count, what in passed if count]
        return (*told, *((self.cut,) if self.cut else ()))

    def _inside(self, parts: tuple[str, ...]) -> list[Entry]:
        found: list[Entry] = []
        with opened_folder(self._rules.root, parts) as handle:
            try:
                with os.scandir(handle) as entries:
                    for one in entries:
                        if self.over:
                            break
                        self._seen += 1
                        entry = self._entry(parts, one)
                        if entry is not None:
                            found.append(entry)
            except OSError as error:
                raise refusal(parts, error) from None
        return sorted(found, key=lambda entry: entry.parts[-1])

    def _entry(self, parts: tuple[str, ...], one: os.DirEntry[str]) -> Entry | None:
        try:
            if one.is_symlink():
                self._links += 1
                return None
            folder = one.is_dir(follow_symlinks=False)
            if not folder and not one.is_file(follow_symlinks=False):
                return None
            size = 0 if folder else one.stat(follow_symlinks=False).st_size
        except OSError:
            return None
        if not is_writable_name(one.name):
            self._nameless += 1
            return None
        inner = (*parts, one.name)
        # The folder itself was judged on the way here.
        if self._judge.why_hidden(inner, folder=folder) is not None:
            return None
        return Entry(inner, folder, size)
