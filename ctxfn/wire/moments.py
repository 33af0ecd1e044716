"""Read the points in time that stores write: numbers since 1970, and dates in ISO 8601."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["milliseconds"]

#: Times below it are seconds: as milliseconds it is in March 1973, as seconds in the year 5138.
_FIRST_MILLISECOND: Final = 10**11

_ISO: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?"
    r"\s?(Z|z|[+-]\d\d:?\d\d)?"
)
_DAYS_BEFORE: Final = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


def milliseconds(value: object) -> int | float | None:
    """Return the milliseconds since 1970 that *value* means, or ``None`` if it means no time.

    Contract:
        A small number is seconds, a large one milliseconds. A date without a zone counts as
        UTC, for want of another; a date alone as its midnight. Fractions of a millisecond in a
        text are cut off. No number that is not finite.

    Complexity: O(characters).

    Source: stores write seconds, milliseconds and ISO 8601, often under the same key; ours.

    Examples:
        >>> milliseconds(1700000000), milliseconds(1700000000000)
        (1700000000000, 1700000000000)
        >>> milliseconds("2024-05-06T07:08:09.5+02:00"), milliseconds("soon")
        (1714972089500, None)
    """
    if isinstance(value, str):
        return _in_text(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return None
    return value if abs(value) >= _FIRST_MILLISECOND else value * 1000


def _in_text(text: str) -> int | None:
    found = _ISO.fullmatch(text.strip())
    if found is None or not found[0].isascii():
        return None
    year, month, day, hour, minute, second = (int(one or 0) for one in found.groups()[:6])
    if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 61):
        return None
    fraction = int((found[7] or "").ljust(3, "0")[:3])
    days = _days(year, month, day)
    total = ((days * 24 + hour) * 60 + minute - _offset(found[8])) * 60 + second
    return total * 1000 + fraction


def _days(year: int, month: int, day: int) -> int:
    """Count the days from 1970-01-01 in the calendar we all use, reckoned back as well."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    before = year - 1
    years = before * 365 + before // 4 - before // 100 + before // 400
    return years + _DAYS_BEFORE[month - 1] + (leap and month > 2) + day - 1 - 719162


def _offset(zone: str | None) -> int:
    """Read a zone as minutes east of Greenwich."""
    if zone is None or zone in "Zz":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return -minutes if zone[0] == "-" else minutes
