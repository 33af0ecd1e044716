"""The date, at the tail: in the system prompt it would cost the cache every midnight."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Clock
from ctxfn.slots import TAIL, Injector

__all__ = ["date", "render_date"]


def render_date(clock: Clock) -> str:
    """Write the day in the clock's zone, and the zone.

    Contract:
        One line; a day begins at midnight in that zone.

    Complexity: O(1).

    Source: LobeHub context-engine, system date; there an unknown zone stops everything,
    here it is read as UTC and noted.

    Examples:
        >>> from datetime import UTC, datetime
        >>> render_date(Clock(datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Europe/Paris"))
        'Current date: 2026-03-02 (Europe/Paris)'
    """
    return f"Current date: {clock.date} ({clock.zone_name})"


date: Final = Injector("date", TAIL, Clock, render_date)
