"""The date, at the tail: in the system prompt it would cost the cache every midnight."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Clock, Model, ToolInstructions
from ctxfn.injectors.tool_instructions import cannot_call_tools
from ctxfn.pipeline import reads
from ctxfn.slots import TAIL, Injector
from ctxfn.wire import Profile

__all__ = ["date", "is_told_by_tools", "render_date"]


@reads(ToolInstructions, Model, Profile)
def is_told_by_tools(context: Context) -> bool:
    """Say whether the instructions of some tool tell the date, so that it need not be said again.

    Contract:
        Which do is said by the fact (`ToolManual.tells_date`), not guessed from names. Where
        the model cannot call tools, their instructions are not told, and neither is a date.

    Complexity: O(packages).

    Source: LobeHub context-engine, which knows two packages by name.

    Examples:
        >>> from ctxfn.facts import ToolManual
        >>> web = ToolInstructions((ToolManual("web", None, None, "It is May 1.", tells_date=True),))
        >>> is_told_by_tools(Context.of((), web))
        True
        >>> is_told_by_tools(Context.of((), web, Model(functions=False)))
        False
    """
    given = context.get(ToolInstructions)
    return given is not None and given.tells_date and not cannot_call_tools(context)


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


date: Final = Injector("date", TAIL, Clock, render_date, needless=is_told_by_tools)
