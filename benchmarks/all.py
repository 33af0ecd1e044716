"""Measure everything and write it down: ``python -m benchmarks.all``.

Fills the tables of ``docs/performance.md`` and draws its plots. It takes some six minutes of a
quiet machine of two cores, and says on the error stream what each part took.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from benchmarks.figures import Figure
from benchmarks.formats import conversion_figures, format_figures
from benchmarks.held_by_many import many_figures
from benchmarks.interpreters import Column, columns_by
from benchmarks.machine import machine
from benchmarks.measuring import collector
from benchmarks.page import Measured, filled, plots_of
from benchmarks.peers import PeerTimes
from benchmarks.sizes import SIZES, pipelines_by_size, steps_by_size
from benchmarks.table import figures

__all__ = ["main"]

T = TypeVar("T")

_PLOTS: Final = "measured"


class _Extent(NamedTuple):
    """How much is measured."""

    size: int
    rounds: int
    sizes: tuple[int, ...]
    pipeline_sizes: tuple[int, ...]
    conversations: int


_WHOLE: Final = _Extent(10_000, 5, SIZES, (*SIZES, 100_000), 1_000)
_QUICK: Final = _Extent(1_000, 2, SIZES[:2], SIZES[:2], 50)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write the page with its plots."""
    asked = _asked(arguments)
    extent = _QUICK if asked.quick else _WHOLE
    measured = _measured(extent, asked.python or [sys.executable], asked.peers)
    page: Path = asked.page
    folder = page.parent / _PLOTS
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in plots_of(measured).items():
        (folder / name).write_text(drawing, encoding="utf-8")
    written = filled(page.read_text(encoding="utf-8"), measured, _PLOTS)
    page.write_text(written, encoding="utf-8")
    print(f"written: {page}, and the plots in {folder}", file=sys.stderr)


def _measured(extent: _Extent, pythons: Sequence[str], peers: str) -> Measured:
    size, rounds = extent.size, extent.rounds
    described = machine()
    columns = [_told("the table, collector on", lambda: _column(extent, paused=False))]
    columns.append(_told("the table, collector paused", lambda: _column(extent, paused=True)))
    return Measured(
        machine=described,
        size=size,
        rounds=rounds,
        figures=columns,
        pipelines=_told(
            "pipelines", lambda: pipelines_by_size(extent.pipeline_sizes, max(2, rounds - 2))
        ),
        steps=_told("steps", lambda: steps_by_size(extent.sizes, max(1, rounds - 2))),
        formats=_told("formats", lambda: _formats(rounds)),
        peers=_told("other libraries", lambda: _peers(peers, extent)),
        many=_told("many conversations", lambda: many_figures(extent.conversations)),
        interpreters=_told("interpreters", lambda: columns_by(pythons, size, max(2, rounds - 2))),
    )


def _column(extent: _Extent, *, paused: bool) -> Column:
    found: list[Figure] = figures(extent.size, extent.rounds, paused=paused)
    return Column("collector paused" if paused else "collector on", found)


def _formats(rounds: int) -> list[Column]:
    columns = []
    for paused in (False, True):
        with collector(paused=paused):
            found = format_figures(1_000, rounds) + conversion_figures(1_000, rounds)
        columns.append(Column("collector paused" if paused else "collector on", found))
    return columns


def _peers(path: str, extent: _Extent) -> list[PeerTimes]:
    """Ask the interpreter at *path*, which has the other libraries and what ctxfn needs."""
    command = [path, "-m", "benchmarks.peers", "--json", "--largest", str(extent.size)]
    command += ["--rounds", str(extent.rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout.splitlines()[-1])
    return [PeerTimes(**{**row, "times": tuple(row["times"])}) for row in rows]


def _told(what: str, measure: Callable[[], T]) -> T:
    started = time.monotonic()
    print(f"{what} ...", file=sys.stderr, flush=True)
    with collector(paused=False):
        found = measure()
    print(f"  {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return found


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="benchmarks.all", description=__doc__)
    reader.add_argument("--quick", action="store_true", help="small histories: a minute or two")
    reader.add_argument(
        "--page", type=Path, default=Path("docs/performance.md"), help="the page to fill"
    )
    reader.add_argument(
        "--python", action="append", help="an interpreter to measure by; may be said again"
    )
    reader.add_argument(
        "--peers", default=sys.executable, help="the interpreter that has the other libraries"
    )
    return reader.parse_args(arguments)


if __name__ == "__main__":
    main()
