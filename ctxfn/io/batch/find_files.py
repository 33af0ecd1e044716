"""Which files a corpus is: one, those of a folder, or those a pattern names."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ctxfn.io.errors import UnreadableInput

__all__ = ["corpus_files", "is_table"]

#: What counts in a folder; a file that is named may have any name.
_NAMES: Final = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".parquet")


def corpus_files(source: str, apart: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the files of *source*: itself, those of a folder at any depth, or of a pattern.

    Contract:
        They are sorted by their path, so a corpus has one order. Of a folder, files count whose
        names end as those of a corpus do; hidden ones do not. Those *apart* are of no folder
        and no pattern; one that is named is read.

    Raises:
        UnreadableInput: there are none, or what is named is no file: a pipe cannot be read
            again by a run that goes on.
    """
    path = Path(source)
    besides = {one.resolve() for one in apart}
    try:
        if path.is_dir():
            found = sorted(one for one in path.rglob("*") if _counts(one, path))
            return _some(
                [one for one in found if one.resolve() not in besides],
                source,
                f"no file that ends in {', '.join(_NAMES)}",
            )
        if path.is_file():
            return (path,)
        if path.exists():
            raise UnreadableInput(
                source, None, None, "no file: write it to one, which can be read again"
            )
        named = sorted(map(Path, glob.glob(source, recursive=True)))
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(source, None, None, str(wrong)) from wrong
    kept = [one for one in named if one.is_file() and one.resolve() not in besides]
    return _some(kept, source, "no such file")


def is_table(path: Path) -> bool:
    """Whether *path* is a Parquet file, by its name."""
    return path.name.lower().endswith(".parquet")


def _counts(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and path.name.lower().endswith(_NAMES) and path.is_file()


def _some(found: list[Path], source: str, otherwise: str) -> tuple[Path, ...]:
    if not found:
        raise UnreadableInput(source, None, None, otherwise)
    return tuple(found)
