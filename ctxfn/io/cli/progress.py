"""Show how far reading is, on a terminal, when it takes long enough to wonder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from ctxfn.io.cli.reading import Item, read_items
from ctxfn.io.cli.terminal import Terminal
from ctxfn.io.errors import UnreadableInput
from ctxfn.messages import path_text

__all__ = ["with_bar", "with_progress"]

T = TypeVar("T")

#: Bytes under which it is over before one could read the bar.
_WORTH_IT = 5_000_000

#: So many requests of one conversation take a while, however quickly it was read.
_MANY = 200


def with_progress(
    files: Iterable[str], seen: Terminal, *, found: frozenset[str] = frozenset()
) -> Iterator[Item]:
    """Read the items of *files*, with a bar on a terminal if they are large; say which keys repeat.

    Files that were *found*, not named, may be no conversation: that is a remark. One that is no
    JSON is an error wherever it was.

    Raises:
        UnreadableInput: as `read_items`.
    """

    def is_other(name: str, wrong: UnreadableInput) -> bool:
        other = name in found and wrong.foreign
        if other:
            seen.remark(f"left out: {wrong}")
        return other

    for item in _read(files, seen, is_other):
        for path in item.repeated:
            twice = f"{path_text(path)}: found the key twice, the last value read"
            seen.remark(f"{item.place}: {twice}")
        yield item


def with_bar(requests: Iterable[T], number: int | None, seen: Terminal) -> Iterator[T]:
    """Yield *requests*, with a bar on a terminal if there are many; `None`: reading shows its own."""
    if number is None or number < _MANY or seen.quiet or not seen.err.is_terminal:
        yield from requests
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=seen.err, transient=True) as progress:
        yield from progress.track(requests, total=number)


def _read(
    files: Iterable[str], seen: Terminal, unless: Callable[[str, UnreadableInput], bool]
) -> Iterator[Item]:
    names = tuple(files)
    total = _size(names)
    soon = total is not None and total < _WORTH_IT and len(names) < _MANY
    if seen.quiet or not seen.err.is_terminal or soon:
        yield from read_items(names, unless=unless)
        return
    columns = (
        TextColumn("{task.fields[read]:,} read"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=seen.err, transient=True) as progress:
        task = progress.add_task("", total=total, read=0)
        for number, item in enumerate(read_items(names, unless=unless), 1):
            yield item
            progress.update(task, advance=item.size, read=number)


def _size(names: tuple[str, ...]) -> int | None:
    """Add up the bytes of all files; `None` if that cannot be known before."""
    try:
        files = [Path(name) for name in names if name != "-"]
        whole = len(files) == len(names) and all(path.is_file() for path in files)
        return sum(path.stat().st_size for path in files) if whole else None
    except OSError:
        return None
