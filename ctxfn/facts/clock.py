"""What time it is for this request. The one room that knows about time zones."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import ClassVar, Final, Literal
from zoneinfo import ZoneInfo

from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.facts.check_fields import check_fields

__all__ = ["Clock", "day_of", "moment_of"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


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

    @classmethod
    def at(cls, moment_ms: int, timezone: str | None = "UTC") -> Clock | None:
        """Make the clock that shows a moment in milliseconds since 1970, if a calendar reaches it."""
        check_argument("Clock.at, moment_ms", moment_ms, int, "milliseconds since 1970")
        try:
            return cls(_EPOCH + timedelta(milliseconds=moment_ms), timezone)
        except OverflowError:
            return None

    @property
    def zone_name(self) -> str:
        """The zone whose day is shown: `timezone`, or UTC if nobody knows that one."""
        return self.timezone if self.timezone and _zone(self.timezone) is not None else "UTC"

    @property
    def local(self) -> datetime | None:
        """The moment as a clock on the wall of that zone shows it, if a calendar reaches it."""
        now = self.now if self.now.tzinfo is not None else self.now.replace(tzinfo=UTC)
        try:
            return now.astimezone(_zone(self.timezone) or UTC)
        except (OverflowError, ValueError):
            return None

    @property
    def date(self) -> str:
        """The day in that zone, as year, month and day."""
        now = self.now if self.now.tzinfo is not None else self.now.replace(tzinfo=UTC)
        try:
            return now.astimezone(_zone(self.timezone) or UTC).date().isoformat()
        except OverflowError:  # the first and the last day there are have no neighbours
            return now.date().isoformat()

    @property
    def now_ms(self) -> int:
        """The moment in whole milliseconds since 1970, as messages have theirs.

        Examples:
            >>> Clock(datetime(1970, 1, 1, 0, 0, 1)).now_ms
            1000
        """
        return _milliseconds(self.now)

    @property
    def complaint(self) -> str | None:
        """What is wrong with the fact, if something is: the note an injector leaves."""
        if _zone(self.timezone) is None:
            return f"unknown time zone {self.timezone!r}: the date is given in UTC"
        return None


def moment_of(value: object) -> int | None:
    """Read a moment as stores write it: milliseconds, or a text in the manner of ISO 8601.

    Contract:
        Whole milliseconds since 1970; a datetime and a date are moments too. What has no zone is read as UTC, a day alone as its
        beginning. What can't be read is ``None``.

    Complexity: O(1).

    Source: ours; the texts are those of `datetime.fromisoformat`.

    Examples:
        >>> moment_of("1970-01-02"), moment_of("1970-01-01T01:00:01+01:00"), moment_of("soon")
        (86400000, 1000, None)
    """
    match value:
        case bool():
            return None
        case int():
            return value
        case float():
            return int(value) if math.isfinite(value) else None
        case datetime():
            return _milliseconds(value)
        case date():
            return _milliseconds(datetime(value.year, value.month, value.day, tzinfo=UTC))
        case str():
            try:
                return _milliseconds(datetime.fromisoformat(value.strip()))
            except (ValueError, OverflowError):
                return None
        case _:
            return None


def day_of(moment: int | float | None) -> str | None:
    """Write the day of a *moment* in UTC; nothing for what no calendar reaches.

    Contract:
        Year, month and day, the same whoever asks and whenever.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> day_of(86_400_000), day_of(10**18), day_of(None)
        ('1970-01-02', None, None)
    """
    check_argument("day_of, the moment", moment, int | float | None, "milliseconds since 1970")
    if moment is None:
        return None
    try:
        return f"{_EPOCH + timedelta(milliseconds=moment):%Y-%m-%d}"
    except (OverflowError, ValueError):
        return None


def _milliseconds(moment: datetime) -> int:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(milliseconds=1)


def _zone(name: str | None) -> tzinfo | None:
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None
