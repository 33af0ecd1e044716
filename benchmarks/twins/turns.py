"""Where turns begin, and what a result answers: what all twins that look at age need."""

from __future__ import annotations

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Row, Rows, calls_of, is_ours

__all__ = ["calls_by_result", "is_said", "name_of", "old_before", "turn_starts"]


def is_said(row: Row) -> bool:
    """Tell whether a person said this."""
    return row.get("role") == "user" and not is_ours(row)


def turn_starts(rows: Rows) -> list[int]:
    """List where a person speaks right after somebody else."""
    return [
        place
        for place, row in enumerate(rows)
        if is_said(row) and not (place and is_said(rows[place - 1]))
    ]


def old_before(rows: Rows, turns: int, every: int) -> int:
    """Return the place before which all is older than so many turns, by steps of *every*."""
    starts = turn_starts(rows)
    old = max(len(starts) - turns, 0)
    old -= old % every
    return starts[old] if old else 0


def calls_by_result(rows: Rows) -> dict[int, Row]:
    """Map the place of each result to the call it answers."""
    return {
        result: calls_of(rows[message])[position]
        for (message, position), results in match_results(rows).items()
        for result in results
    }


def name_of(call: Row | None) -> str:
    """Return the name of the tool that *call* asks, as on the wire."""
    function = None if call is None else call.get("function")
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else ""
