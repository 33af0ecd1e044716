"""The files of a run: what was written waits under other names until all of it is there."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from attrs import evolve

from ctxfn.errors import CtxfnError
from ctxfn.io.batch.answer import Answer, told_bad
from ctxfn.io.batch.errors import AlreadyThere, CorpusBusy, CorpusChanged
from ctxfn.io.batch.final_form import staged
from ctxfn.io.batch.journal import Journal, read_journal, write_journal
from ctxfn.io.batch.lines import Line
from ctxfn.io.batch.paths import Paths

__all__ = ["Output", "claimed", "opened_output", "standing"]


class Output:
    """Both files at the place of the journal, which moves only once they are on the disk.

    *at* is called with a word at each point where a kill makes a difference.
    """

    def __init__(
        self,
        paths: Paths,
        files: tuple[BinaryIO, BinaryIO],
        journal: Journal,
        at: Callable[[str], None],
    ) -> None:
        self.journal = journal
        self._paths = paths
        self._part, self._bad_part = files
        self._at = at
        self._tally = Counter(dict(journal.tally))

    def answer(self, line: Line, answer: Answer) -> None:
        """Write what became of *line*."""
        data = staged(self._paths.target, line, answer.data)
        self._part.write(data)
        self._tally.update(dict(answer.tally))
        self._moved(line, written=len(data), good=1)

    def bad(self, line: Line, error: CtxfnError) -> None:
        """Write why nothing became of *line*."""
        data = told_bad(line, error)
        self._bad_part.write(data)
        self._tally[f"bad: {type(error).__name__}"] += 1
        self._moved(line, refused=len(data), bad=1)

    def _moved(
        self, line: Line, *, written: int = 0, refused: int = 0, good: int = 0, bad: int = 0
    ) -> None:
        now = self.journal
        self.journal = evolve(
            now,
            place=line.after,
            written=now.written + written,
            refused=now.refused + refused,
            good=now.good + good,
            bad=now.bad + bad,
            read=now.read + line.read,
        )

    def commit(self, *, complete: bool = False) -> None:
        """Have what was written on the disk, and only then say so."""
        self._at("written")
        for stream in (self._part, self._bad_part):
            stream.flush()
            os.fsync(stream.fileno())
        self._at("synced")
        tally = tuple(sorted(self._tally.items()))
        self.journal = evolve(self.journal, tally=tally, complete=complete)
        write_journal(self._paths.journal, self.journal)
        self._at("committed")


def standing(paths: Paths, fresh: Journal, *, force: bool) -> Journal | None:
    """Return how far the run of *fresh* has come before; None, if it begins now.

    Raises:
        AlreadyThere: the output is, and not *force*.
        CorpusChanged: the run that stopped was another one.
    """
    if force:
        return None
    found = read_journal(paths.journal)
    if found is None and paths.target.exists():
        raise AlreadyThere(str(paths.target))
    if found is not None:
        _check_same(paths, found, fresh)
    return found


@contextlib.contextmanager
def opened_output(
    paths: Paths, fresh: Journal, *, force: bool, at: Callable[[str], None]
) -> Iterator[Output]:
    """Open the files of a claimed run that is not complete where it stopped, or at its beginning.

    Raises:
        CorpusBusy: another process has them open.
        CorpusChanged: they have lost bytes.
    """
    with contextlib.ExitStack() as stack:
        part = stack.enter_context(paths.part.open("ab"))
        # Read once they are ours: whoever had them until now may have gone on.
        found = None if force else read_journal(paths.journal)
        if found is None:
            write_journal(paths.journal, fresh)
        elif found.complete:
            raise CorpusBusy(str(paths.part))
        journal = found or fresh
        at("begun")
        bad_part = stack.enter_context(paths.bad_part.open("ab"))
        for stream, size in ((part, journal.written), (bad_part, journal.refused)):
            if os.fstat(stream.fileno()).st_size < size:
                raise CorpusChanged(str(paths.journal), f"{stream.name} has lost bytes")
            stream.truncate(size)
        yield Output(paths, (part, bad_part), journal, at)


def _check_same(paths: Paths, found: Journal, fresh: Journal) -> None:
    for what, before, now in (
        ("the input has changed", found.input, fresh.input),
        ("the configuration, or ctxfn, has changed", found.work, fresh.work),
    ):
        if before != now:
            raise CorpusChanged(str(paths.journal), what)


@contextlib.contextmanager
def claimed(path: Path, *, is_begun: bool) -> Iterator[None]:
    """Keep other processes from the run whose lines wait at *path*, where the system can do that.

    One that *is_begun* here has such a file; one that is complete may have it no more, and has
    nothing left that two could spoil.

    Raises:
        CorpusBusy: another process has it.
    """
    try:
        import fcntl

        stream = path.open("ab" if is_begun else "r+b")
    except ImportError:
        yield
        return
    except FileNotFoundError:
        if is_begun:
            raise
        yield
        return
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_there = os.path.samestat(os.fstat(stream.fileno()), path.stat())
        except OSError:
            is_there = False
        if not is_there:
            raise CorpusBusy(str(path))
        yield
