"""A measured figure beside what was hoped for."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Figure", "shown"]


class Figure(NamedTuple):
    """One row of the table for one way of running: a value, its unit and its target.

    `at_least`: the target is a floor, not a ceiling. Without a target it is told, not judged.
    """

    what: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def missed(self) -> bool:
        """Whether the target is not reached."""
        if self.target is None:
            return False
        return self.value < self.target if self.at_least else self.value > self.target

    @property
    def hoped(self) -> str:
        """The target, as the table shows it."""
        if self.target is None:
            return ""
        return f"{'≥' if self.at_least else '≤'} {self.target:g}{self.unit}"


def shown(figure: Figure) -> str:
    """Write the value of *figure*, marked if it misses its target."""
    written = f"{figure.value:.3g}" if figure.value < 1 else f"{figure.value:.2f}"
    written = f"{figure.value:.0f}" if figure.value >= 100 else written
    return f"**{written}{figure.unit}** missed" if figure.missed else f"{written}{figure.unit}"
