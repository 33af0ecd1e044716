"""Writing over what was read: not over a store's rows without a word from their owner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ctxfn.context import AnyNote, Note
from ctxfn.io.cli.reading import Item
from ctxfn.io.errors import InvalidArgument

__all__ = ["StripKeys", "keep_store"]

StripKeys: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--strip-keys",
        help="Let --out write over a file that is read, even if a store's keys (ids, times) go.",
    ),
]

#: As many keys as show what it is about.
_SHOWN = 5


def keep_store(out: Path | None, item: Item, notes: Iterable[AnyNote], *, strip_keys: bool) -> None:
    """Refuse to write over the file of *item* what lacks the keys its store needs.

    A request holds none of them, so what an API accepts is no longer what a store can load.

    Raises:
        InvalidArgument: *out* is that file, and keys were stripped.
    """
    if strip_keys or out is None or not _is_same(out, item.source):
        return
    keys = _stripped(notes)
    if keys:
        named = ", ".join(keys[:_SHOWN]) + (", ..." if len(keys) > _SHOWN else "")
        found = f"{out}, which is read, and whose keys of a store would go: {named}"
        raise InvalidArgument("--out", found, "another file, or --strip-keys as well")


def _is_same(out: Path, source: str) -> bool:
    if source == "-":
        return False
    try:
        return out.exists() and out.samefile(source)
    except OSError:
        return False


def _stripped(notes: Iterable[AnyNote]) -> Sequence[str]:
    return [
        note.text.removeprefix("stripped ")
        for note in notes
        if isinstance(note, Note) and note.kind == "stripped-key"
    ]
