"""Print every figure beside its target: ``python -m benchmarks.table``.

All rivals of a ratio are timed by turns in one run, since only ratios travel. Each row has
four columns: the garbage collector on and paused, with and without pyrsistent's C extension.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence

from benchmarks.argument_repairs import argument_figures
from benchmarks.costs_of_having import import_figures, memory_figures
from benchmarks.cuts_and_repairs import cut_figures, fit_figures, repair_figures
from benchmarks.each_step import StepTimes, step_times
from benchmarks.figures import Figure, shown
from benchmarks.gathering import gather_figures
from benchmarks.growth import SIZES, Growth, growths
from benchmarks.interpreters import WITHOUT_EXTENSION
from benchmarks.machine import machine
from benchmarks.measuring import collector
from benchmarks.one_more_turn import turn_figures
from benchmarks.skills_and_topics import skill_figures, topic_figures
from benchmarks.tool_sets import tool_figures
from benchmarks.whole_requests import codec_figures, pipeline_figures

__all__ = ["main"]

_COLUMNS = ("on", "paused", "on, no C", "paused, no C")


def figures(size: int, rounds: int, *, paused: bool) -> list[Figure]:
    """Measure all rows of the table in this process."""
    with collector(paused=paused):
        return [
            *pipeline_figures(size, rounds, paused=paused),
            *codec_figures(size, rounds),
            *cut_figures(size, rounds),
            *turn_figures(size, rounds),
            *fit_figures(size, max(2, rounds // 2)),
            *repair_figures(rounds),
            *skill_figures(rounds),
            *topic_figures(size, rounds),
            *tool_figures(rounds),
            *argument_figures(rounds),
            *gather_figures(max(2, rounds // 2)),
            *memory_figures(size),
            *import_figures(max(2, rounds // 2)),
        ]


def _both(size: int, rounds: int) -> list[list[Figure]]:
    return [figures(size, rounds, paused=paused) for paused in (False, True)]


def _without_extension(size: int, rounds: int) -> list[list[Figure]]:
    command = [sys.executable, "-m", "benchmarks.table", "--columns"]
    command += ["--size", str(size), "--rounds", str(rounds)]
    environment = {**os.environ, **WITHOUT_EXTENSION}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return [[Figure(*row) for row in column] for column in json.loads(done.stdout)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table, or all of it as JSON."""
    asked = _asked(arguments)
    if asked.columns:
        print(json.dumps(_both(asked.size, asked.rounds)))
        return
    columns = _both(asked.size, asked.rounds) + _without_extension(asked.size, asked.rounds)
    steps, grown = step_times(asked.size, asked.rounds), growths(asked.rounds)
    if asked.json:
        print(json.dumps(_as_json(columns, steps, grown), ensure_ascii=False, indent=1))
        return
    print(f"{asked.size:,} messages; the best of {asked.rounds} rounds; {machine()}.\n")
    print("\n".join(_table_of_figures(columns)) + "\n")
    print("\n".join(_table_of_steps(steps)) + "\n")
    print("\n".join(_table_of_growth(grown)))


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="benchmarks.table", description=__doc__)
    reader.add_argument("--size", type=int, default=10_000, help="messages of the history")
    reader.add_argument("--rounds", type=int, default=9, help="of which the best counts")
    reader.add_argument("--json", action="store_true", help="print JSON instead of a table")
    reader.add_argument("--columns", action="store_true", help=argparse.SUPPRESS)
    return reader.parse_args(arguments)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table_of_figures(columns: list[list[Figure]]) -> list[str]:
    lines = [_row(("what", "target", *_COLUMNS)), "|---|---|--:|--:|--:|--:|"]
    for row in zip(*columns, strict=True):
        targets = dict.fromkeys(one.hoped for one in row)
        lines.append(_row((row[0].what, ", paused ".join(targets), *map(shown, row))))
    return lines


def _table_of_steps(steps: list[StepTimes]) -> list[str]:
    lines = [
        _row(("step, ms", "frozen", "twin in place", "twin, copied list", "twin, deepcopy")),
        "|---|--:|--:|--:|--:|",
    ]
    return lines + [_row((one.step, *(f"{time:.2f}" for time in one[1:]))) for one in steps]


def _table_of_growth(grown: list[Growth]) -> list[str]:
    heads = (f"{size:,}" for size in SIZES)
    lines = [_row(("ms at", *heads, "exponent")), "|---|--:|--:|--:|--:|"]
    for one in grown:
        times = (f"{time:.3f}" for time in one.times)
        lines.append(_row((one.what, *times, f"{one.exponent:.2f}")))
    return lines


def _as_json(
    columns: list[list[Figure]], steps: list[StepTimes], grown: list[Growth]
) -> dict[str, object]:
    named = dict(zip(_COLUMNS, columns, strict=True))
    return {
        "machine": machine(),
        "figures": {name: [one._asdict() for one in column] for name, column in named.items()},
        "steps": [one._asdict() for one in steps],
        "growth": [one._asdict() for one in grown],
    }


if __name__ == "__main__":
    main()
