"""What `map_corpus` does in a second with one process and two, and how much memory it takes.

Run: ``python -m benchmarks.corpus_map [LINES]``. Ratios are of one run on one machine; the memory is
the most that this process held, for the corpus and for one four times as long.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

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


def seconds(source: Path, target: Path, executor: Executor) -> float:
    """Map *source* once."""
    started = perf_counter()
    map_corpus(source, target, _WORK, executor=executor, force=True)
    return perf_counter() - started


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
        here = seconds(source, target, InProcess())
        one = seconds(source, target, Processes(1))
        two = seconds(source, target, Processes(2))
        print(f"{lines:,} lines of {source.stat().st_size / lines / 1000:.0f} kB")
        for label, taken in (("in this process", here), ("1 process", one), ("2 processes", two)):
            print(f"{label:>16}: {lines / taken:8,.0f} lines/s, {here / taken:.2f}x")
        short, long = most_memory(source, target), most_memory(longer, target)
        print(
            f"memory: {short:.0f} MB; for four times the lines {long:.0f} MB, {long / short:.2f}x"
        )


def tell_memory(source: Path, target: Path) -> None:
    """Map *source* with a process that works, and print the megabytes that this one held."""
    seconds(source, target, Processes(1))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)


if __name__ == "__main__":
    if "--memory" in sys.argv:
        tell_memory(Path(sys.argv[-2]), Path(sys.argv[-1]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
