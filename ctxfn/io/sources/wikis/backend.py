"""What keeps the pages of a wiki: a folder, and what happens around a change in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.sources.answers import Status

__all__ = ["Saved", "Summarise", "WikiBackend"]

Summarise: TypeAlias = Callable[[str], object]
"""Says in one line what a diff changes, or waits for it: what a model is asked."""


@frozen
class Saved:
    """What became of a change: how it was kept, its `reference` there, how many files it has."""

    message: str
    files: int
    reference: str = ""
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        count = f"{self.files} file{'' if self.files == 1 else 's'}"
        return f"saved{f' as {self.reference}' if self.reference else ''}, {count}: {self.message}"


@frozen
class WikiBackend:
    """Where pages come from and where changes go; its functions block, and raise `SourceRefusal`.

    `root` is the folder where the pages are. `is_set_up` looks, asking nobody outside, and `set_up`
    makes it so, as often as one likes. `sync` brings the folder up to date, `commit` keeps what
    changed and returns None if nothing did, `undo` takes back what was not kept. Of these one runs
    at a time. `hidden` are patterns of what is no page's; `flat`: pages lie in no folders.

    Raises:
        InvalidArgument: a field holds what it cannot.
    """

    kind: str
    root: str
    is_set_up: Callable[[], bool]
    set_up: Callable[[], tuple[str, ...]]
    sync: Callable[[], tuple[str, ...]]
    commit: Callable[[Summarise | None], Saved | None]
    undo: Callable[[], None]
    status: Callable[[], Status]
    about: str = ""
    hidden: tuple[str, ...] = ()
    flat: bool = False
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def __attrs_post_init__(self) -> None:
        for what in ("kind", "root", "about"):
            check_argument(f"WikiBackend, {what}", getattr(self, what), str, "a text")
        for what in ("is_set_up", "set_up", "sync", "commit", "undo", "status"):
            if not callable(getattr(self, what)):
                found = shown(getattr(self, what))
                raise InvalidArgument(f"WikiBackend, {what}", found, "a function")
