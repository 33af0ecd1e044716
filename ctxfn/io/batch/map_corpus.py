"""Work on every line of a corpus, in order, so that a kill costs nothing but the time since."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import shown
from ctxfn.io.batch.answer import Answer, EachLine, LineWork
from ctxfn.io.batch.final_form import joined_by
from ctxfn.io.batch.find_files import corpus_files, is_table
from ctxfn.io.batch.fingerprint import of_files, of_work
from ctxfn.io.batch.in_order import in_order
from ctxfn.io.batch.journal import Journal, read_journal
from ctxfn.io.batch.lines import LINE_LIMIT, in_chunks
from ctxfn.io.batch.outcome import Bad
from ctxfn.io.batch.output import Output, claimed, opened_output, standing
from ctxfn.io.batch.paths import Paths, name_output
from ctxfn.io.batch.pool import Executor
from ctxfn.io.batch.processes import Processes
from ctxfn.io.batch.read_lines import read_corpus
from ctxfn.io.errors import InvalidArgument, UnwritableOutput

__all__ = ["MapReport", "Progress", "map_corpus"]

#: Seconds of work that a kill may cost, and so between two waits for the disk.
_BETWEEN: Final = 0.5


@frozen
class Progress:
    """How far a run is: lines worked on, how many of them were bad, bytes read of how many."""

    lines: int
    bad: int
    read: int
    total: int | None


@frozen
class MapReport:
    """What a run came to: lines written, lines that were bad, and what was done, by its kind.

    `bad_file` holds the bad ones, if there are any; `resumed` lines were there before it began.
    """

    target: Path
    good: int
    bad: int
    tally: tuple[tuple[str, int], ...]
    bad_file: Path | None
    resumed: int


def _unseen(_: object) -> None:
    """Nobody looks."""


@blames_arguments
def map_corpus(
    source: str | Path,
    target: str | Path,
    work: LineWork,
    *,
    executor: Executor | None = None,
    column: str | None = None,
    line_limit: int = LINE_LIMIT,
    force: bool = False,
    version: str = "",
    commit_seconds: float = _BETWEEN,
    clock: Callable[[], float] = time.monotonic,
    on_progress: Callable[[Progress], None] = _unseen,
    at: Callable[[str], None] = _unseen,
) -> MapReport:
    """Do *work* on each line of *source* and write what it gives to *target*, in order.

    *source* is a file of JSON Lines (``.gz`` or not) or a Parquet file, a folder of them, or a
    pattern. *target* is written in the form its name says. A line that the work refuses goes to
    a side file, ``TARGET.bad.jsonl``. The *executor* says who works, else all processors do.

    Contract:
        Line for line the output is what the work gives, whoever works. Killed at any moment and
        called again, it goes on where it stopped, and both files come out as if nothing had
        happened, byte for byte; they get their names once they are whole. *work* is the same
        if it prints the same; *version* is to be the same, too. Memory: some chunks of lines
        for each worker, however long the corpus.

    Raises:
        AlreadyThere: *target* is, and not *force*, which makes it anew.
        CorpusChanged: a run stopped here, of another input or with other work.
        CorpusBusy: another process is writing *target*.
        UnreadableInput, UnwritableOutput: a file cannot be.
        InvalidArgument: *target* is a part of *source*; the work does not pickle; no such column.
        MissingExtra: pyarrow or distributed is needed, and not installed.
        WorkFailed, ClusterLost: nobody can do the work. What was done is kept.
    """
    _check(work, executor, line_limit)
    paths = Paths(Path(target))
    joined_by(paths.target)  # what is missing is missed before an hour's work
    if paths.target.exists() and not paths.target.is_file():
        raise UnwritableOutput(str(target), "it is there, and no file")
    files = _files(str(source), paths, force=force)
    fresh = Journal(of_files(files), of_work(work, column, line_limit, version))
    with _told(paths.target):
        found = standing(paths, fresh, force=force)
        journal = found or fresh
        is_complete = found is not None and found.complete
        with claimed(paths.part, is_begun=not is_complete):
            if not is_complete:
                with opened_output(paths, fresh, force=force, at=at) as output:
                    run = _Run(output, files, commit_seconds, clock, on_progress)
                    todo = EachLine(work, is_table(paths.target))
                    run.work(todo, executor or Processes(), column, line_limit)
                    journal = output.journal
            name_output(paths, journal, at)
    bad_file = paths.bad if journal.bad else None
    resumed = 0 if found is None else found.good + found.bad
    return MapReport(paths.target, journal.good, journal.bad, journal.tally, bad_file, resumed)


def _files(source: str, paths: Paths, *, force: bool) -> tuple[Path, ...]:
    """Find what is read: of a folder that the output is in, what this run leaves is no part.

    The output is none once a run that is complete has named it; before, it is somebody's.
    """
    found = None if force else read_journal(paths.journal)
    is_named = found is not None and found.complete
    apart = (*paths.waiting, paths.bad, *((paths.target,) if is_named else ()))
    files = corpus_files(source, apart)
    read = {path.resolve() for path in files}
    for path in (paths.target, paths.bad, *paths.waiting):
        if path.resolve() in read:
            beside = "" if path == paths.target else f"for which {path} is written, "
            raise InvalidArgument(
                "target", f"{paths.target}, {beside}which is read", "another file"
            )
    return files


def _check(work: object, executor: object, line_limit: object) -> None:
    if not callable(work):
        raise InvalidArgument("map_corpus, work", shown(work), "a function of a Line")
    if executor is not None and not callable(getattr(executor, "opened", None)):
        expected = "Processes, InProcess or DaskCluster"
        raise InvalidArgument("map_corpus, executor", shown(executor), expected)
    if not isinstance(line_limit, int) or line_limit < 1:
        raise InvalidArgument("map_corpus, line_limit", shown(line_limit), "1 or more bytes")


@contextmanager
def _told(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as wrong:
        raise UnwritableOutput(str(target), wrong.strerror or str(wrong)) from wrong


class _Run:
    """The lines that are left, worked on and written, with a commit now and then."""

    def __init__(
        self,
        output: Output,
        files: tuple[Path, ...],
        between: float,
        clock: Callable[[], float],
        on_progress: Callable[[Progress], None],
    ) -> None:
        self._output = output
        self._files = files
        self._between = between
        self._clock = clock
        self._on_progress = on_progress
        packed = any(path.name.lower().endswith(".gz") for path in files)
        self._total = None if packed else sum(path.stat().st_size for path in files)

    def work(self, work: EachLine, executor: Executor, column: str | None, limit: int) -> None:
        place = self._output.journal.place
        lines = read_corpus(self._files, place, column=column, limit=limit)
        committed = self._clock()
        self._tell()
        with executor.opened(work) as pool:
            for chunk, outcomes in in_order(pool, in_chunks(lines)):
                for line, outcome in zip(chunk.label, outcomes, strict=True):
                    if isinstance(outcome, Bad):
                        self._output.bad(line, outcome.error)
                    else:
                        assert isinstance(outcome.value, Answer)
                        self._output.answer(line, outcome.value)
                if self._clock() - committed >= self._between:
                    self._output.commit()
                    committed = self._clock()
                self._tell()
        self._output.commit(complete=True)

    def _tell(self) -> None:
        now = self._output.journal
        self._on_progress(Progress(now.good + now.bad, now.bad, now.read, self._total))
