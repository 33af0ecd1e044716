"""A folder to look things up in: list, search, read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

from annotated_types import Ge, Le

from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.files.tree import DEEPEST, fitting, source_of, tree_of
from ctxfn.io.sources.inner import FILESYSTEM, told
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import operation
from ctxfn.io.sources.source import Source

__all__ = ["Encoding", "Folder", "Line", "filesystem"]

_ABOUT: Final = (
    "files in a folder. Paths are relative to it; secrets and what tools generate are hidden, links "
    "are not followed."
)
Folder: TypeAlias = Annotated[str, "A folder, from the root; . is the root."]
Encoding: TypeAlias = Annotated[str | None, "As utf-8 or latin-1; else as the file says."]
Line: TypeAlias = Annotated[int, Ge(1), "Counted from 1, included."]


def filesystem(
    root: str | os.PathLike[str],
    *,
    id: str = "fs",
    name: str = "",
    exclude: Iterable[str] | None = None,
    ignore_files: bool = True,
    instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the files below *root*; nothing can be changed, or read outside.

    Secrets (keys, tokens, `.env`, `.git`) are never seen. *exclude* are patterns as in .gitignore
    and stand for the usual noise; an empty one hides nothing more. *ignore_files*: what a
    .gitignore names is hidden, too. *instructions* stand for what an agent that answers is told;
    ``{name}``, ``{root}`` and ``{tools}`` are filled in.

    Raises:
        InvalidArgument: *root* is no path, a pattern is none, or the system cannot do it safely.
        MissingExtra: pathspec is not installed.
    """
    tree = tree_of(root, id, exclude, ignore_files, limits or Limits())

    def list_files(directory: Folder = ".") -> Answer:
        """List a folder: one level, folders end with a slash."""
        return tree.listed(directory, 1)

    def search_files(pattern: Annotated[str, "As *.md or notes/**/*.txt."]) -> Answer:
        """Find files whose path fits a pattern as in .gitignore."""
        return tree.listed(".", DEEPEST, fitting(pattern))

    def search_content(
        query: Annotated[str, "Words as they stand; letters of any case."],
        directory: Folder = ".",
        limit: Annotated[int, Ge(1), Le(50), "How many files."] = 10,
    ) -> Answer:
        """Find files that have a text in them, with what stands around it."""
        return tree.searched(query, directory, limit)

    def read_file(file_name: str, encoding: Encoding = None) -> Answer:
        """Read a file."""
        return tree.read(file_name, None, None, encoding, numbered=False)

    def read_file_chunk(
        file_name: str, start_line: Line, end_line: Line, encoding: Encoding = None
    ) -> Answer:
        """Read lines of a file."""
        return tree.read(file_name, start_line, end_line, encoding, numbered=False)

    every = (list_files, search_files, search_content, read_file, read_file_chunk)
    said = told(
        instructions, FILESYSTEM, "filesystem, instructions", name=name or id, root=tree.root
    )
    operations = tuple(operation(one) for one in every)
    return source_of(tree, name, _ABOUT, operations, said)
