"""The same figures by several interpreters, with pyrsistent's C extension and without it.

``python -m benchmarks.interpreters PATH...``. Each needs what ctxfn needs, and its own process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.costs_of_having import memory_figures
from benchmarks.cuts_and_repairs import cut_figures, repair_figures
from benchmarks.figures import Figure, shown
from benchmarks.machine import extension, python
from benchmarks.one_more_turn import turn_figures
from benchmarks.whole_requests import codec_figures, pipeline_figures

__all__ = ["WITHOUT_EXTENSION", "Column", "column_of", "columns_by", "main"]

#: Read by pyrsistent when it is imported, so that only a new process can choose.
WITHOUT_EXTENSION = {"PYRSISTENT_NO_C_EXTENSION": "1"}


class Column(NamedTuple):
    """What one interpreter measured, the garbage collector on."""

    name: str
    figures: list[Figure]


def column_of(size: int, rounds: int) -> Column:
    """Measure in this process."""
    figures = [
        *pipeline_figures(size, rounds, paused=False),
        *codec_figures(size, rounds),
        *cut_figures(size, rounds),
        *turn_figures(size, rounds),
        *repair_figures(rounds),
        *memory_figures(size),
    ]
    return Column(f"{python()}, {extension()}", figures)


def columns_by(paths: Sequence[str], size: int, rounds: int) -> list[Column]:
    """Measure by each of *paths*, with the extension where there is one, and without it."""
    found: list[Column] = []
    for path in paths:
        for environment in ({}, WITHOUT_EXTENSION):
            column = _by(path, size, rounds, environment)
            if column.name not in [one.name for one in found]:
                found.append(column)
    return found


def _by(path: str, size: int, rounds: int, environment: dict[str, str]) -> Column:
    command = [path, "-m", "benchmarks.interpreters", "--here"]
    command += ["--size", str(size), "--rounds", str(rounds)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    name, figures = json.loads(done.stdout)
    return Column(name, [Figure(*row) for row in figures])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure by all that are named, and print a table."""
    reader = argparse.ArgumentParser(prog="benchmarks.interpreters", description=__doc__)
    reader.add_argument("paths", nargs="*", default=[sys.executable], help="interpreters")
    reader.add_argument("--size", type=int, default=10_000, help="messages of the history")
    reader.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    reader.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = reader.parse_args(arguments)
    if asked.here:
        print(json.dumps(column_of(asked.size, asked.rounds)))
        return
    columns = columns_by(asked.paths, asked.size, asked.rounds)
    print("what |", " | ".join(one.name for one in columns))
    for row in zip(*(one.figures for one in columns), strict=True):
        print(row[0].what, "|", row[0].hoped, "|", " | ".join(map(shown, row)))


if __name__ == "__main__":
    main()
