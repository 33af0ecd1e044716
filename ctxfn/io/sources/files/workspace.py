"""The folder of a project: a map of it, searches in it, and files with numbered lines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated, Final

from annotated_types import Ge, Le

from ctxfn.errors import check_argument
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.files import writing
from ctxfn.io.sources.files.filesystem import Encoding, Folder
from ctxfn.io.sources.files.tree import Tree, fitting, source_of, tree_of
from ctxfn.io.sources.inner import WORKSPACE, WORKSPACE_WRITE, told
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Source

__all__ = ["workspace", "workspace_operations", "writing_operations"]

_ABOUT: Final = (
    "the files of a project. Map it with a shallow recursive listing, search where it matters, read "
    "before you cite. Paths are relative to its root; secrets and what tools generate are hidden."
)


def workspace(
    root: str | os.PathLike[str] = ".",
    *,
    id: str = "workspace",
    name: str = "",
    exclude: Iterable[str] | None = None,
    ignore_files: bool = True,
    writes: bool = False,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the project in *root*; without *writes* nothing can be changed.

    What is hidden, and *instructions*: as `filesystem` has it. What is hidden is never written.
    With *writes* an agent may write, edit, move and delete files; it is told *write_instructions*.

    Raises:
        InvalidArgument: *root* is no path, a pattern is none, or the system cannot do it safely.
        MissingExtra: pathspec is not installed.
    """
    tree = tree_of(root, id, exclude, ignore_files, limits or Limits())
    check_argument("workspace, writes", writes, bool, "true or false")
    said = told(instructions, WORKSPACE, "workspace, instructions", name=name or id, root=tree.root)
    operations = workspace_operations(tree)
    if not writes:
        return source_of(tree, name, _ABOUT, operations, said)
    told_writing = told(
        write_instructions,
        WORKSPACE_WRITE,
        "workspace, write_instructions",
        name=name or id,
        root=tree.root,
    )
    changes = writing_operations(tree)
    return source_of(tree, name, _ABOUT, (*operations, *changes), said, told_writing)


def workspace_operations(tree: Tree) -> tuple[Operation, ...]:
    """Make the three tools that read *tree*."""

    def list_files(
        directory: Folder = ".",
        pattern: Annotated[str | None, "Only files that fit it, as *.py."] = None,
        recursive: Annotated[bool, "What lies in its folders, too."] = False,
        max_depth: Annotated[int, Ge(1), Le(64), "Levels, if recursive."] = 3,
    ) -> Answer:
        """List a folder; folders end with a slash."""
        depth = max_depth if recursive else 1
        if pattern is None:
            return tree.listed(directory, depth)
        return tree.listed(directory, depth, fitting(pattern))

    def search_content(
        query: Annotated[str, "Words as they stand; letters of any case."],
        directory: Folder = ".",
        limit: Annotated[int, Ge(1), Le(50), "How many files."] = 10,
    ) -> Answer:
        """Find files that have a text in them, with what stands around it."""
        return tree.searched(query, directory, limit)

    def read_file(
        path: str,
        start_line: Annotated[int | None, Ge(1), "Counted from 1, included."] = None,
        end_line: Annotated[int | None, Ge(1), "Included."] = None,
        encoding: Encoding = None,
    ) -> Answer:
        """Read a file, or lines of it, each with its number."""
        return tree.read(path, start_line, end_line, encoding, numbered=True)

    every = (list_files, search_content, read_file)
    return tuple(operation(one) for one in every)


def writing_operations(tree: Tree) -> tuple[Operation, ...]:
    """Make what changes files of a project."""
    rules, limits = tree.rules, tree.limits

    def write_file(path: str, text: str, replace: bool = False) -> Answer:
        """Write a file; one that is there only if replace is true."""
        return Answer(text=writing.write_file(rules, limits, path, text, replace=replace))

    def edit_file(
        path: str,
        old: Annotated[str, "Letter by letter as it stands; it must stand in one place."],
        new: str,
        every_place: bool = False,
    ) -> Answer:
        """Put a text in the place of another in a file."""
        return Answer(text=writing.edit_file(rules, limits, path, old, new, every=every_place))

    def move_file(path: str, target: str, replace: bool = False) -> Answer:
        """Move a file; onto one that is there only if replace is true."""
        return Answer(text=writing.move_file(rules, path, target, replace=replace))

    def delete_file(path: str) -> Answer:
        """Delete a file."""
        return Answer(text=writing.delete_file(rules, path))

    every = (write_file, edit_file, move_file, delete_file)
    return tuple(operation(one, writes=True) for one in every)
