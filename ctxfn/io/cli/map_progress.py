"""Show how far a corpus is, on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from ctxfn.io.batch import Progress as Far
from ctxfn.io.cli.terminal import Terminal

__all__ = ["map_progress"]


@contextmanager
def map_progress(seen: Terminal) -> Iterator[Callable[[Far], None]]:
    """Give what shows how far a run is: a bar on a terminal, nothing where nobody looks."""
    if seen.quiet or not seen.err.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.fields[lines]:,} lines, {task.fields[bad]:,} bad"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=seen.err, transient=True) as progress:
        task = progress.add_task("", total=None, lines=0, bad=0)

        def show(far: Far) -> None:
            progress.update(task, total=far.total, completed=far.read, lines=far.lines, bad=far.bad)

        yield show
