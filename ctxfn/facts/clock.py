"""What time it is for this request. The one room that knows about time zones."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from attrs import frozen

__all__ = ["Clock", "day_in_utc"]


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

    now: datetime
    timezone: str = "UTC"

    @property
    def zone_name(self) -> str:
        """The zone whose day is shown: `timezone`, or UTC if nobody knows that one."""
        return self.timezone if self.timezone and _zone(self.timezone) is not None else "UTC"

    @property
    def date(self) -> str:
        """The day in that zone, as year, month and day."""
        now = self.now if self.now.tzinfo is not None else self.now.replace(tzinfo=UTC)
        return now.astimezone(_zone(self.timezone) or UTC).strftime("%Y-%m-%d")

    @property
    def complaint(self) -> str | None:
        """What is wrong with the fact, if something is: the note an injector leaves."""
        if _zone(self.timezone) is None:
            return f"unknown time zone {self.timezone!r}: the date is given in UTC"
        return None


def day_in_utc(moment: object) -> str | None:
    """Write the day of a *moment* in UTC; what is no moment has none.

    Contract:
        A moment is a datetime, a date, or a text as ISO 8601 writes either; without a zone it
        is one in UTC. The day is written as year, month and day.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> day_in_utc("2026-02-03T23:30:00-05:00"), day_in_utc("soon")
        ('2026-02-04', None)
    """
    if isinstance(moment, str):
        try:
            moment = datetime.fromisoformat(moment)
        except ValueError:
            return None
    if isinstance(moment, datetime):
        told = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        try:
            moment = told.astimezone(UTC).date()
        except OverflowError:  # the first or last day there is, in a zone beyond it
            return None
    return moment.isoformat() if isinstance(moment, date) else None


def _zone(name: str) -> tzinfo | None:
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None
