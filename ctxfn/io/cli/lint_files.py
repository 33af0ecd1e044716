"""Which files `check` reads: those that are named, and those of named folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from ctxfn.io.errors import InvalidArgument

__all__ = ["LintFiles", "lint_files"]

_ENDINGS: Final = (".json", ".jsonl", ".ndjson")

#: Folders of other programs: nobody keeps a conversation there.
_NEVER: Final = frozenset(("node_modules", "__pycache__", "venv"))


@frozen
class LintFiles:
    """Names in their order; `found` are those that nobody named: they may be something else."""

    names: tuple[str, ...]
    found: frozenset[str]


def lint_files(given: Iterable[str]) -> LintFiles:
    """Return the files of *given*: a folder stands for the JSON in it and below, by name.

    Folders whose name begins with a dot are left out.

    Raises:
        InvalidArgument: a folder holds no such file.
    """
    names: list[str] = []
    found: set[str] = set()
    for one in given:
        if one == "-" or not Path(one).is_dir():
            names.append(one)
            continue
        inside = list(_inside(one))
        if not inside:
            raise InvalidArgument("FILE", f"{one}, a folder without JSON", "one with some")
        names += inside
        found.update(inside)
    return LintFiles(tuple(names), frozenset(found))


def _inside(folder: str) -> Iterator[str]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _NEVER)
        for name in sorted(files):
            if name.lower().endswith(_ENDINGS):
                yield os.path.join(root, name)
