"""Public libraries on the same jobs: ``python -m benchmarks.peers``.

Each gets the job as its own documentation does it, and dicts that it may change. Whoever is not
installed has an empty row. What comes out is counted as well, since jobs are never quite the same.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from benchmarks.corpus import corpus
from benchmarks.growth import exponent
from benchmarks.measuring import Rival, best_of
from benchmarks.peer_jobs import JOBS, Job, Rows, Way
from benchmarks.subjects import CHAT, forget
from ctxfn.messages import pair

__all__ = ["PEER_SIZES", "PeerTimes", "main", "peer_times"]

PEER_SIZES: Final = (100, 1_000, 10_000)
#: A run that took so many milliseconds is not repeated, nor tried on ten times as much if that
#: would be expected to take as long again and more.
_LONG: Final = 1_500.0
_TOO_LONG: Final = 20_000.0


class PeerTimes(NamedTuple):
    """Milliseconds of one library at one job, by size; `None`: not tried, or not installed.

    `kept` messages came out of a thousand, and of these `alone` were calls or results without
    their other half.
    """

    job: str
    whose: str
    times: tuple[float | None, ...]
    exponent: float | None
    kept: int | None
    alone: int | None


def peer_times(
    sizes: Sequence[int] = PEER_SIZES, rounds: int = 5, jobs: Sequence[Job] = JOBS
) -> list[PeerTimes]:
    """Measure every library at each of *jobs*."""
    return [_measured(job, way, sizes, rounds) for job in jobs for way in job.ways]


def _measured(job: Job, way: Way, sizes: Sequence[int], rounds: int) -> PeerTimes:
    try:
        run = way.ready()
    except ImportError:
        return PeerTimes(job.name, f"{way.whose}: not installed", (None,) * len(sizes), None, *_NO)
    times = _times(run, way, job, sizes, rounds)
    found = [(size, time) for size, time in zip(sizes, times, strict=True) if time is not None]
    power = exponent(*zip(*found, strict=True)) if len(found) > 1 else None
    after = run(way.given(corpus(1_000, damage=job.damage)))
    return PeerTimes(job.name, way.whose, times, power, *_counted(after, way))


_NO: Final = (None, None)


def _times(
    run: Callable[[Any], object], way: Way, job: Job, sizes: Sequence[int], rounds: int
) -> tuple[float | None, ...]:
    times: list[float | None] = []
    last = 0.0
    for size in sizes:
        if times and (times[-1] is None or last * 10 > _TOO_LONG):
            times.append(None)
            continue
        text = json.dumps(corpus(size, damage=job.damage))

        def given(text: str = text) -> Any:
            forget()
            return way.given(json.loads(text))

        rival = Rival(run, given)
        last = best_of(1, one=rival)["one"]
        if last < _LONG:
            last = min(last, best_of(rounds, one=rival)["one"])
        times.append(last)
    return tuple(times)


def _counted(after: object, way: Way) -> tuple[int | None, int | None]:
    """Count what came out, if it is rows of the chat format."""
    rows: Rows | None = way.rows(after)
    if rows is None:
        return _NO
    pairing = pair(CHAT.decode(rows).messages)
    open_calls = sum(1 for results in pairing.answers.values() if not results)
    return len(rows), len(pairing.orphans) + open_calls


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table, or JSON."""
    reader = argparse.ArgumentParser(prog="benchmarks.peers", description=__doc__)
    reader.add_argument("--rounds", type=int, default=5, help="of which the best counts")
    reader.add_argument("--largest", type=int, default=10_000, help="messages at most")
    reader.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = reader.parse_args(arguments)
    sizes = tuple(size for size in PEER_SIZES if size <= asked.largest)
    found = peer_times(sizes, asked.rounds)
    if asked.json:
        print(json.dumps([one._asdict() for one in found]))
        return
    for one in found:
        times = " ".join(
            "-" if t is None else f"{t:.{max(0, 2 - int(math.log10(t)))}f}" for t in one.times
        )
        print(f"{one.job} | {one.whose} | {times} | {one.exponent} | {one.kept} | {one.alone}")


if __name__ == "__main__":
    main()
