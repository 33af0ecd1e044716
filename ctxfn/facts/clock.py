"""What time it is for this request. The one room that knows about time zones."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import ClassVar, Literal
from zoneinfo import ZoneInfo

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Clock"]


@frozen
class Clock:
    """The moment of this request, as the caller's clock showed it, and whose day it is.

    A *now* without a zone is read as UTC. An unknown *timezone* counts as UTC, and says so.

    Examples:
        >>> Clock(datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Europe/Paris").date
        '2026-03-02'
        >>> Clock(datetime(2026, 3, 1), "Mars/Olympus").zone_name
        'UTC'
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    now: datetime
    timezone: str | None = "UTC"

    __attrs_post_init__ = check_fields

    @property
    def zone_name(self) -> str:
        """The zone whose day is shown: `timezone`, or UTC if nobody knows that one."""
        return self.timezone if self.timezone and _zone(self.timezone) is not None else "UTC"

    @property
    def date(self) -> str:
        """The day in that zone, as year, month and day."""
        now = self.now if self.now.tzinfo is not None else self.now.replace(tzinfo=UTC)
        try:
            return now.astimezone(_zone(self.timezone) or UTC).date().isoformat()
        except OverflowError:  # the first and the last day there are have no neighbours
            return now.date().isoformat()

    @property
    def complaint(self) -> str | None:
        """What is wrong with the fact, if something is: the note an injector leaves."""
        if _zone(self.timezone) is None:
            return f"unknown time zone {self.timezone!r}: the date is given in UTC"
        return None


def _zone(name: str | None) -> tzinfo | None:
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None
