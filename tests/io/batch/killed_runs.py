"""Kill a run at each point where a kill makes a difference, go on, and tell what came out.

A program, run by a test: ``python -m tests.io.batch.killed_runs FOLDER OUT LINES`` prints how often
what came out of a run that was killed (SIGKILL, twice) was not what comes out of a whole one.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from ctxfn.io.batch import InProcess, map_corpus
from tests.io.batch.corpora import kept, words
from tests.io.batch.works import Upper


def run(folder: Path, name: str, at: Callable[[str], None], *, source: Path) -> None:
    """Run in a child, which nothing of this process outlives."""
    child = os.fork()
    if child == 0:
        map_corpus(source, folder / name, Upper(), executor=InProcess(), commit_seconds=0, at=at)
        os._exit(0)
    os.waitpid(child, 0)


class Killer:
    """Kill the process when it is told of a point for the nth time."""

    def __init__(self, nth: int) -> None:
        self.left = nth

    def __call__(self, point: str) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def torn(folder: Path, name: str) -> None:
    """Leave in the files what was being written when the kill came."""
    journal = folder / f"{name}.journal"
    if journal.exists() and not json.loads(journal.read_text())["complete"]:
        for path in folder.glob("*.part"):
            with path.open("ab") as stream:
                stream.write(b'WORD 7\n{"half')
        (folder / f"{name}.journal.new").write_text('{"ver')


def points(folder: Path, name: str, source: Path) -> int:
    """Run once unharmed, and count the points."""
    seen = folder.parent / f"{name}.points"

    def note(point: str) -> None:
        with seen.open("a") as stream:
            stream.write(f"{point}\n")

    run(folder, name, note, source=source)
    return len(seen.read_text().splitlines())


def check_every_kill(folder: Path, name: str, lines: int) -> dict[str, object]:
    """Kill at each point, and at one soon after it; return what differs."""
    if name.endswith(".parquet"):
        importlib.import_module("pyarrow.parquet")  # once, before there are children
    source = words(folder / "in.jsonl", lines)
    whole = folder / "whole"
    whole.mkdir()
    number = points(whole, name, source)
    differing = []
    for nth in range(number):
        killed = folder / str(nth)
        killed.mkdir()
        for after in (nth, 2):
            run(killed, name, Killer(after), source=source)
            torn(killed, name)
        if not (killed / name).exists() or (killed / f"{name}.journal").exists():
            run(killed, name, lambda _: None, source=source)
        (killed / f"{name}.journal.new").unlink(missing_ok=True)
        if kept(killed) != kept(whole):
            differing.append(nth)
        shutil.rmtree(killed)
    return {"points": number, "differing": differing, "files": list(kept(whole))}


if __name__ == "__main__":
    print(json.dumps(check_every_kill(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
