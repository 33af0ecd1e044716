"""Times of a calendar: in its own zone, where a day is not always of 24 hours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from attrs import frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.net.api import mapping, rows, text_of

__all__ = ["Busy", "busy_of", "free_slots", "moment", "written", "zone_of"]

#: Slots begin at every half hour.
_STEP: Final = timedelta(minutes=30)
_MOST_DAYS: Final = 62
_SATURDAY: Final = 5


@frozen
class Busy:
    """When somebody has no time."""

    start: datetime
    end: datetime


def zone_of(name: str) -> ZoneInfo:
    """Find the zone *name*.

    Raises:
        SourceRefusal: there is none.
    """
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        raise SourceRefusal(
            f"time zone: found {name[:60]!r}, expected one as Europe/Vienna"
        ) from None


def moment(what: str, given: str, zone: ZoneInfo, *, end: bool = False) -> datetime:
    """Read a day or a time; without a zone of its own it is in *zone*. *end*: a day's end is meant.

    Raises:
        SourceRefusal: it is neither.

    Examples:
        >>> vienna = ZoneInfo("Europe/Vienna")
        >>> moment("start", "2026-07-01", vienna).isoformat()
        '2026-07-01T00:00:00+02:00'
        >>> moment("start", "2026-07-01T09:30Z", vienna).isoformat()
        '2026-07-01T09:30:00+00:00'
    """
    text = given.strip()
    try:
        if len(text) == len("2026-01-31"):
            day = date.fromisoformat(text)
            return datetime.combine(day + timedelta(days=end), time(), zone)
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo is not None else found.replace(tzinfo=zone)
        found.astimezone(UTC)
    except (ValueError, OverflowError):
        expected = "2026-01-31 or 2026-01-31T09:00"
        raise SourceRefusal(f"{what}: found {given[:40]!r}, expected one as {expected}") from None
    return found


def written(when: datetime) -> str:
    """Write a time as Google reads it."""
    return when.isoformat(timespec="seconds")


def busy_of(events: Iterable[Mapping[str, object]], zone: ZoneInfo) -> Iterator[Busy]:
    """Yield when each of *events* takes time: whole days too, unless they say that they take none."""
    for one in events:
        if one.get("status") == "cancelled" or one.get("transparency") == "transparent":
            continue
        own = [mapping(each) for each in rows(one.get("attendees")) if each.get("self") is True]
        if any(each.get("responseStatus") == "declined" for each in own):
            continue
        try:
            yield Busy(_at(one.get("start"), zone), _at(one.get("end"), zone))
        except SourceRefusal:
            continue


def free_slots(
    start: datetime,
    end: datetime,
    busy: Iterable[Busy],
    *,
    zone: ZoneInfo,
    hours: tuple[int, int],
    minutes: int,
) -> tuple[Busy, ...]:
    """Find where *minutes* are free between *start* and *end*, in working hours of *zone*.

    Contract:
        Slots begin every half hour of *hours*, as clocks in *zone* show them; Saturdays and
        Sundays have none. They may overlap.

    Raises:
        SourceRefusal: the time is too long, or none.
    """
    if end <= start or end - start > timedelta(days=_MOST_DAYS):
        raise SourceRefusal(
            f"end_date: expected one behind start_date, by {_MOST_DAYS} days at most"
        )
    taken = sorted(busy, key=lambda one: one.start)
    length = timedelta(minutes=minutes)
    found: list[Busy] = []
    for first, last in _working(start, end, zone, hours):
        begin = first
        while begin + length <= last:
            until = begin + length
            in_time = begin >= start and until <= end
            if in_time and not any(one.start < until and one.end > begin for one in taken):
                found.append(Busy(begin.astimezone(zone), until.astimezone(zone)))
            begin += _STEP
    return tuple(found)


def _working(
    start: datetime, end: datetime, zone: ZoneInfo, hours: tuple[int, int]
) -> Iterator[tuple[datetime, datetime]]:
    day = start.astimezone(zone).date()
    last = end.astimezone(zone).date()
    while day <= last:
        if day.weekday() < _SATURDAY:
            opens = datetime.combine(day, time(), zone) + timedelta(hours=hours[0])
            closes = datetime.combine(day, time(), zone) + timedelta(hours=hours[1])
            yield opens.astimezone(UTC), closes.astimezone(UTC)
        day += timedelta(days=1)


def _at(given: object, zone: ZoneInfo) -> datetime:
    told = mapping(given)
    if text_of(told.get("dateTime")):
        named = text_of(told.get("timeZone"))
        return moment("event", text_of(told["dateTime"]), zone_of(named) if named else zone)
    return moment("event", text_of(told.get("date")), zone)
