"""What was measured as tables in a page, and the plots it shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from benchmarks.figures import Figure, shown
from benchmarks.interpreters import Column
from benchmarks.peer_jobs import JOBS
from benchmarks.peers import PEER_SIZES, PeerTimes
from benchmarks.plots import Line, plot
from benchmarks.sizes import BySize

__all__ = ["Measured", "filled", "plots_of"]

#: Where what was measured stands in a page: between two comments that name it.
_REGION: Final = "<!-- measured: {name} -->\n{text}<!-- end of {name} -->"


class Measured(NamedTuple):
    """All that one run measured."""

    machine: str
    size: int
    rounds: int
    figures: list[Column]
    pipelines: list[BySize]
    steps: list[BySize]
    formats: list[Column]
    peers: list[PeerTimes]
    many: list[Figure]
    interpreters: list[Column]


def filled(page: str, measured: Measured, folder: str) -> str:
    """Return *page* with what was measured in its regions; the plots are in *folder*.

    A region that the page does not have is left out, all other text stays.
    """
    for name, lines in _regions(measured, folder).items():
        begin, end = _REGION.format(name=name, text="|").split("|")
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if found and closed:
            page = f"{before}{begin}" + "\n".join(["", *lines, "", ""]) + f"{end}{after}"
    return page


def _regions(measured: Measured, folder: str) -> dict[str, list[str]]:
    said = f"{measured.size:,} messages; the best of {measured.rounds} rounds; {measured.machine}."
    picture = f"![The default pipeline by length]({folder}/pipelines.svg)"
    tables = [line for one in measured.pipelines for line in ("", *_by_length(one))]
    return {
        "table": [said, "", *_columns(measured.figures)],
        "lengths": [picture, *tables],
        "steps": _of_steps(measured.steps),
        "formats": [f"1,000 messages; {measured.machine}.", "", *_columns(measured.formats)],
        "others": _of_peers(measured.peers, folder),
        "many": _columns([Column("measured", measured.many)]),
        "interpreters": _columns(measured.interpreters),
    }


def plots_of(measured: Measured) -> dict[str, str]:
    """Draw the default pipeline by length, and each job that other libraries do."""
    default = measured.pipelines[0]
    drawings = {
        "pipelines.svg": plot(
            "The default pipeline, and encode", [_drawn(default, way, _WAYS[way]) for way in _WAYS]
        )
    }
    for number, job in enumerate(JOBS, 1):
        lines = [
            Line(one.whose.replace("`", ""), _points(PEER_SIZES, one.times))
            for one in measured.peers
            if one.job == job.name
        ]
        drawings[f"job{number}.svg"] = plot(job.name, lines)
    return drawings


#: The ways a pipeline is timed, as a plot names them.
_WAYS: Final = {
    "deepcopy": "twin on a deep copy",
    "rows": "dicts to dicts",
    "twin": "twin in place",
    "cold": "records held",
    "loads": "json.loads",
    "turn, fresh": "one more turn, fresh dicts",
    "turn": "one more turn",
}


def _drawn(one: BySize, way: str, name: str) -> Line:
    return Line(name, _points(one.sizes, one.times.get(way, ())))


def _points(sizes: Sequence[int], times: Sequence[float | None]) -> tuple[tuple[int, float], ...]:
    return tuple((size, time) for size, time in zip(sizes, times, strict=False) if time)


def _by_length(one: BySize) -> list[str]:
    heads = [f"{one.what}, ms", *(f"{size:,}" for size in one.sizes), "power"]
    lines = [_row(heads), _rule(len(heads))]
    for way, name in _WAYS.items():
        if way in one.times:
            lines.append(_row((name, *map(_ms, one.times[way]), _power(one.exponents[way]))))
    return lines


def _of_steps(steps: Sequence[BySize]) -> list[str]:
    ways = {"cold": "cold", "turn": "turn", "twin": "twin", "deepcopy": "copied"}
    sizes = steps[0].sizes
    heads = ["step, ms", *(f"{size:,} {name}" for size in sizes for name in ways.values())]
    lines = [_row((*heads, "power")), _rule(len(heads) + 1)]
    for one in steps:
        times = [
            _ms(one.times[way][place] if way in one.times else None)
            for place in range(len(sizes))
            for way in ways
        ]
        lines.append(_row((one.what, *times, _power(one.exponents["cold"]))))
    return lines


def _of_peers(peers: Sequence[PeerTimes], folder: str) -> list[str]:
    lines: list[str] = []
    says = {job.name: (number, job.says) for number, job in enumerate(JOBS, 1)}
    for name, group in groupby(peers, key=lambda one: one.job):
        number, words = says[name]
        rows = list(group)
        sizes = PEER_SIZES[: len(rows[0].times)]
        heads = [
            "ms at",
            *(f"{size:,}" for size in sizes),
            "power",
            "kept of 1,000",
            "of them alone",
        ]
        lines += [f"### {name[0].upper()}{name[1:]}", "", words, "", _row(heads), _rule(len(heads))]
        for one in rows:
            counts = ("" if count is None else str(count) for count in (one.kept, one.alone))
            lines.append(_row((one.whose, *map(_ms, one.times), _power(one.exponent), *counts)))
        lines += ["", f"![{name}]({folder}/job{number}.svg)", ""]
    return lines[:-1]


def _columns(columns: Sequence[Column]) -> list[str]:
    heads = ["what", "target", *(one.name for one in columns)]
    lines = [_row(heads), "|---|---|" + "--:|" * len(columns)]
    for row in zip(*(one.figures for one in columns), strict=True):
        targets = dict.fromkeys(one.hoped for one in row)
        lines.append(_row((row[0].what, ", ".join(targets), *map(shown, row))))
    return lines


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(columns: int) -> str:
    return "|---|" + "--:|" * (columns - 1)


def _ms(time: float | None) -> str:
    if time is None:
        return ""
    digits = 0 if time >= 100 else 1 if time >= 10 else 2 if time >= 0.1 else 3
    return f"{time:.{digits}f}"


def _power(power: float | None) -> str:
    return "" if power is None else f"{power:.2f}"
