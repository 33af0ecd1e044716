"""Lines on double logarithmic paper, as SVG: written by hand, so that nothing is needed for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Line", "plot"]

_WIDTH, _HEIGHT = 800, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 290, 40, 50
#: Told apart without colour too: each has a dash of its own.
_INKS: Final = (
    ("#1b6ca8", ""),
    ("#c1440e", "6 3"),
    ("#4b8b3b", "2 3"),
    ("#7d4e9e", "8 3 2 3"),
    ("#8a6d00", "4 4"),
    ("#00796b", "10 4"),
    ("#555555", "1 4"),
)


class Line(NamedTuple):
    """One line: its name, and milliseconds at each size that was measured."""

    name: str
    points: tuple[tuple[int, float], ...]


class _Paper(NamedTuple):
    """The powers of ten at the edges of the paper."""

    left: float
    right: float
    low: float
    high: float

    def across(self, size: float) -> float:
        """Return how far right *size* is."""
        share = (math.log10(size) - self.left) / max(self.right - self.left, 1)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def up(self, time: float) -> float:
        """Return how far down *time* is."""
        share = (math.log10(time) - self.low) / max(self.high - self.low, 1)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def plot(title: str, lines: Sequence[Line]) -> str:
    """Draw *lines* over the number of messages, both scales in powers of ten."""
    drawn = [line for line in lines if line.points]
    sizes = [math.log10(size) for line in drawn for size, _ in line.points]
    times = [math.log10(time) for line in drawn for _, time in line.points]
    paper = _Paper(min(sizes), max(sizes), math.floor(min(times)), math.ceil(max(times)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
        *_grid(paper),
        *(one for number, line in enumerate(drawn) for one in _line(paper, number, line)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid(paper: _Paper) -> list[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    parts = []
    for power in range(int(paper.low), int(paper.high) + 1):
        y = paper.up(10.0**power)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#dddddd"/>')
        label = f"{10.0**power:g} ms"
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for power in range(math.ceil(paper.left), math.floor(paper.right) + 1):
        x = paper.across(10.0**power)
        parts.append(f'<path d="M{x:.1f} {_TOP}V{bottom}" stroke="#dddddd"/>')
        label = f"{10**power:,}"
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{label}</text>')
    middle = (_LEFT + right) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 10}" text-anchor="middle">messages</text>')
    return parts


def _line(paper: _Paper, number: int, line: Line) -> list[str]:
    ink, dash = _INKS[number % len(_INKS)]
    places = [(paper.across(size), paper.up(time)) for size, time in line.points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    style = f'stroke="{ink}" stroke-width="2" fill="none"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    y = _TOP + 14 + 20 * number
    x = _WIDTH - _RIGHT + 12
    return [
        f'<path d="M{path}" {style}{dashed}/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>' for x, y in places),
        f'<path d="M{x} {y}h24" {style}{dashed}/>',
        f'<text x="{x + 30}" y="{y + 4}">{escape(line.name)}</text>',
    ]
