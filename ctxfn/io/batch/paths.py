"""The names of the files of a run, and how they get them in the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from ctxfn.io.batch.errors import CorpusChanged
from ctxfn.io.batch.final_form import joined_by
from ctxfn.io.batch.journal import Journal, sync_folder

__all__ = ["Paths", "name_output"]


@frozen
class Paths:
    """Where everything of a run is; but for `target` and `bad`, it is gone when the run is over."""

    target: Path

    @property
    def bad(self) -> Path:
        """The side file, for lines that could not be worked on."""
        return self.target.with_name(f"{self.target.name}.bad.jsonl")

    @property
    def part(self) -> Path:
        """The lines of output so far."""
        return self.target.with_name(f"{self.target.name}.part")

    @property
    def bad_part(self) -> Path:
        """The side file so far."""
        return self.target.with_name(f"{self.target.name}.bad.part")

    @property
    def joined(self) -> Path:
        """The output as it was asked for, while it is made of its lines."""
        return self.target.with_name(f"{self.target.name}.joined")

    @property
    def journal(self) -> Path:
        """How far the run has come."""
        return self.target.with_name(f"{self.target.name}.journal")

    @property
    def waiting(self) -> tuple[Path, ...]:
        """All but `target` and `bad`, and what a journal is before it is one."""
        return (self.part, self.bad_part, self.joined, self.journal, self.new_journal)

    @property
    def new_journal(self) -> Path:
        """The next journal, until it takes the place of the one before."""
        return self.target.with_name(f"{self.target.name}.journal.new")


def name_output(paths: Paths, journal: Journal, at: Callable[[str], None]) -> None:
    """Give the files of a complete run their names, and let the others go.

    Contract:
        Each step may be done again, and the journal goes last: a kill between two loses nothing.
        A side file of a run before goes, if this one has none.

    Raises:
        MissingExtra: the output is a Parquet file, and pyarrow is not installed.
        CorpusChanged: the lines have lost bytes, and never got their name.
    """
    if journal.refused:
        if paths.bad_part.exists():
            paths.bad_part.replace(paths.bad)
    else:
        paths.bad.unlink(missing_ok=True)
        paths.bad_part.unlink(missing_ok=True)
    at("bad named")
    join = joined_by(paths.target)
    if _is_whole(paths, journal):
        if join is not None:
            join(paths.part, paths.joined)
            at("joined")
        (paths.part if join is None else paths.joined).replace(paths.target)
        sync_folder(paths.target.parent)
        at("named")
    paths.part.unlink(missing_ok=True)
    at("cleared")
    paths.journal.unlink(missing_ok=True)
    sync_folder(paths.target.parent)


def _is_whole(paths: Paths, journal: Journal) -> bool:
    """Whether the lines still wait; a file of another size is one that a run left that was late."""
    waits = paths.part.exists() and paths.part.stat().st_size == journal.written
    if not waits and not paths.target.exists():
        raise CorpusChanged(str(paths.journal), f"{paths.part} has lost bytes")
    return waits
