"""What `map_corpus` does in a second with one process and two, and how much memory it takes.

Run: ``python -m benchmarks.corpus_map [LINES]``. Ratios are of one run on one machine; the memory is
the most that this process held, for the corpus and for one four times as long.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import NamedTuple

from benchmarks.corpus import corpus
from ctxfn.io.batch import Executor, InProcess, Processes, VerbWork, map_corpus

_WORK = VerbWork("repair", {"to": "anthropic"})

_MESSAGES = 60


def written(path: Path, lines: int) -> Path:
    """Write a corpus of *lines* conversations, about 60 kB each."""
    line = json.dumps(corpus(_MESSAGES)) + "\n"
    with path.open("w", encoding="utf-8") as stream:
        for _ in range(lines):
            stream.write(line)
    return path


class Taken(NamedTuple):
    """Seconds that passed, and seconds of a processor: in this process, and in those it started."""

    passed: float
    here: float
    there: float


def taken(source: Path, target: Path, executor: Executor) -> Taken:
    """Map *source* once."""
    started, here, there = perf_counter(), _used(RUSAGE_SELF), _used(RUSAGE_CHILDREN)
    map_corpus(source, target, _WORK, executor=executor, force=True)
    return Taken(
        perf_counter() - started, _used(RUSAGE_SELF) - here, _used(RUSAGE_CHILDREN) - there
    )


def _used(who: int) -> float:
    used = getrusage(who)
    return used.ru_utime + used.ru_stime


def most_memory(source: Path, target: Path) -> float:
    """Map *source* in a process of its own, and return the megabytes that it held at most."""
    command = [sys.executable, "-m", "benchmarks.corpus_map", "--memory", str(source), str(target)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main(lines: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = written(folder / "in.jsonl", lines)
        longer = written(folder / "longer.jsonl", 4 * lines)
        target = folder / "out.jsonl"
        alone = taken(source, target, InProcess())
        one = taken(source, target, Processes(1))
        two = taken(source, target, Processes(2))
        print(f"{lines:,} lines of {source.stat().st_size / lines / 1000:.0f} kB, starts included")
        for label, used in (("in this process", alone), ("1 process", one), ("2 processes", two)):
            print(
                f"{label:>16}: {lines / used.passed:6,.0f} lines/s, {alone.passed / used.passed:.2f}x;"
                f" processor: {used.here:.2f} s here, {used.there:.2f} s there"
            )
        print(f"read, hand out, write: {two.here / alone.here:.2f}x of doing it all here")
        short, long = most_memory(source, target), most_memory(longer, target)
        print(
            f"memory: {short:.0f} MB; for four times the lines {long:.0f} MB, {long / short:.2f}x"
        )


def tell_memory(source: Path, target: Path) -> None:
    """Map *source* with a process that works, and print the megabytes that this one held."""
    taken(source, target, Processes(1))
    print(getrusage(RUSAGE_SELF).ru_maxrss / 1000)


if __name__ == "__main__":
    if "--memory" in sys.argv:
        tell_memory(Path(sys.argv[-2]), Path(sys.argv[-1]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
