"""A folder as sources see it: where it is, what is hidden, and how much may be said."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document, Status
from ctxfn.io.sources.files.opening import can_be_safe
from ctxfn.io.sources.files.paths import parts_of
from ctxfn.io.sources.files.patterns import spec_of
from ctxfn.io.sources.files.reading import read_lines
from ctxfn.io.sources.files.rules import Rules, rules_of
from ctxfn.io.sources.files.searching import find_best, find_text
from ctxfn.io.sources.files.walking import Entry, Walk
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.source import Question, Source, Surface, steady

__all__ = ["DEEPEST", "Tree", "fitting", "source_of", "tree_of"]

#: Deeper than a path may be written.
DEEPEST: Final = 64

#: Files that a question without an agent brings.
_BEST: Final = 10

#: Characters of a line's number.
_NUMBER: Final = 10


@frozen
class Tree:
    """The folder *root* and its rules; what it says is in the name of the source `id`."""

    id: str
    root: str
    rules: Rules
    limits: Limits

    def status(self) -> Status:
        """Say whether the folder is there."""
        root = Path(self.root)
        if not root.exists():
            return Status(False, f"{self.root}: there is no such folder")
        if not root.is_dir():
            return Status(False, f"{self.root}: no folder")
        return Status(True, self.root)

    def listed(
        self, directory: str, depth: int, fits: Callable[[Entry], bool] | None = None
    ) -> Answer:
        """List what fits below *directory*, a line each; folders end with a slash."""
        walk = Walk(self.rules, self.limits)
        lines = [
            f"{entry.path}/" if entry.folder else f"{entry.path} ({_size(entry)})"
            for entry in walk.below(parts_of(directory), depth)
            if fits is None or fits(entry)
        ]
        if not lines and not walk.remarks():
            return Answer()
        return Answer(text="\n".join(lines), remarks=walk.remarks())

    def searched(self, query: str, directory: str, limit: int) -> Answer:
        """Find the files that have *query* in them."""
        parts = parts_of(directory)
        found = find_text(self.rules, self.limits, query, parts, limit, self.id)
        return Answer(found.documents, remarks=found.remarks)

    def read(
        self, path: str, start: int | None, end: int | None, encoding: str | None, numbered: bool
    ) -> Answer:
        """Read lines of a file, with their numbers or not."""
        parts = parts_of(path)
        self.rules.judge().check(parts, folder=False)
        start = 1 if start is None else start
        read = read_lines(
            self.root,
            parts,
            self.limits,
            start=start,
            end=end,
            encoding=encoding,
            margin=_NUMBER if numbered else 0,
        )
        lines: Iterable[str] = read.lines
        if numbered:
            lines = (f"{number}: {line}" for number, line in enumerate(read.lines, read.first))
        found = Document("/".join(parts), parts[-1], f"{'/'.join(parts)}#L{start}", self.id)
        return Answer((found,), "\n".join(lines), remarks=read.remarks)

    def asked(self, question: Question) -> Answer:
        """Find what has most of the words of a question."""
        found = find_best(self.rules, self.limits, question.text, _BEST, self.id)
        return Answer(found.documents, remarks=found.remarks)


def tree_of(
    root: str | os.PathLike[str],
    id: str,
    exclude: Iterable[str] | None,
    ignore_files: bool,
    limits: Limits,
) -> Tree:
    """Make the tree of *root*; links in the way there are followed once, now.

    Raises:
        InvalidArgument: it is no path, or this system cannot open files safely.
        MissingExtra: pathspec is not installed.
    """
    if not can_be_safe():
        expected = "a system that opens files from a folder's handle"
        raise InvalidArgument(id, os.name, expected)
    check_argument(f"{id}, limits", limits, Limits, "Limits(...)")
    try:
        resolved = str(Path(root).expanduser().resolve())
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise InvalidArgument(f"{id}, root", shown(root), f"a folder ({error})") from None
    patterns = None if exclude is None else _patterns(id, exclude)
    return Tree(id, resolved, rules_of(resolved, patterns, ignore_files=ignore_files), limits)


def fitting(pattern: str) -> Callable[[Entry], bool]:
    """Make the test of files that fit *pattern*, written as in .gitignore.

    Raises:
        SourceRefusal: it is blank, leads up, or is no pattern.
    """
    if not pattern.strip() or pattern.startswith(("#", "!")):
        raise SourceRefusal(f"pattern: found {shown(pattern)}, expected one as *.md")
    parts_of(pattern.removeprefix("/"))
    try:
        spec = spec_of((pattern,), "pattern")
    except InvalidArgument as error:
        raise SourceRefusal(str(error)) from None
    return lambda entry: not entry.folder and spec.match_file(entry.path)


def source_of(
    tree: Tree,
    name: str,
    about: str,
    operations: tuple[Operation, ...],
    inner: str,
    inner_write: str = "",
) -> Source:
    """Make the source of a tree; *inner* and *inner_write* are what an agent is told."""
    writes = any(one.writes for one in operations)
    return Source(
        tree.id,
        steady(Surface(operations, tree.asked, _refuse_words if writes else None)),
        tree.status,
        name=name,
        about=about,
        writable=writes,
        limits=tree.limits,
        inner=inner,
        inner_write=inner_write,
    )


def _refuse_words(_instruction: Question) -> Answer:
    raise SourceRefusal("words need an agent, which writes, edits, moves and deletes files")


def _patterns(id: str, exclude: Iterable[str]) -> tuple[str, ...]:
    rows = isinstance(exclude, Iterable) and not isinstance(exclude, str)
    patterns = tuple(exclude) if rows else ()
    if not rows or not all(isinstance(one, str) for one in patterns):
        raise InvalidArgument(f"{id}, exclude", shown(exclude), "a row of patterns")
    return patterns


def _size(entry: Entry) -> str:
    size = float(entry.size)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
