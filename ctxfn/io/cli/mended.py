"""What `repair` and `convert` share: each conversation mended, written, and told of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, assert_never

import typer

from ctxfn.front import Converted, Repaired
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.findings import errors_in, finding_line
from ctxfn.io.cli.in_place import keep_store
from ctxfn.io.cli.notes import (
    finding_objects,
    loss_line,
    loss_objects,
    note_lines,
    note_objects,
)
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import Item
from ctxfn.io.cli.terminal import Terminal, terminal
from ctxfn.io.cli.writing import written_to

__all__ = ["write_mended"]

_Mended: TypeAlias = Repaired | Converted


def write_mended(
    files: list[str],
    mend: Callable[[object], _Mended],
    *,
    out: Path | None,
    strip_keys: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Mend each conversation of *files* and write it; what was done goes to standard error.

    Raises:
        typer.Exit: with 1, if an error is left in any that no step mends.
    """
    seen = terminal(json=as_json, quiet=quiet)
    left = 0
    with written_to(out, alone=len(files) == 1) as writer:
        for item in with_progress(files, seen):
            done = mend(item.value)
            name, value = _written(done)
            keep_store(out, item, done.notes, strip_keys=strip_keys)
            left += errors_in(done.left)
            if as_json:
                writer.value({**item.told, name: value, **_told(done)})
            else:
                writer.item(item, value)
                _remark(seen, item, done)
    if left:
        raise typer.Exit(FOUND)


def _written(done: _Mended) -> tuple[str, object]:
    """Return what is written of *done*, and what it is called where all is told in JSON."""
    match done:
        case Repaired():
            return "output", done.output
        case Converted():
            return "body", done.body
        case _:
            assert_never(done)


def _told(done: _Mended) -> dict[str, object]:
    return {
        "notes": note_objects(done.notes),
        "losses": loss_objects(done.losses),
        "findings": finding_objects(done.left),
    }


def _remark(seen: Terminal, item: Item, done: _Mended) -> None:
    if isinstance(done, Repaired) and not done.changed:
        seen.remark(f"{item.place}: nothing to repair")
    for line in (*note_lines(done.notes), *map(loss_line, done.losses)):
        seen.remark(f"{item.place}: {line}")
    for finding in done.left:
        seen.remark(finding_line(item.place, finding))
