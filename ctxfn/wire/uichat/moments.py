"""ISO 8601 dates as milliseconds since 1970, by arithmetic alone."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["milliseconds"]

_DATE: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?"
    r"\s*(?:Z|([+-])(\d\d):?(\d\d)?)?)?",
    re.ASCII | re.IGNORECASE,
)
_LENGTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def milliseconds(text: str) -> int | None:
    """Read an ISO date, with or without a time and a zone (none: UTC); ``None`` if it is none.

    Contract:
        Parts of a millisecond are cut off.

    Complexity: O(1).

    Source: ISO 8601, as far as databases and JavaScript write it.

    Examples:
        >>> milliseconds("1970-01-02T00:00:00.5+01:00")
        82800500
        >>> milliseconds("2024-02-30") is None
        True
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if not _is_date(year, month, day) or hour > 23 or minute > 59 or second > 60:
        return None
    fraction, sign, ahead, ahead_minutes = found.groups()[6:]
    offset = int(ahead or 0) * 60 + int(ahead_minutes or 0)
    if sign != "-":
        offset = -offset
    minutes = (_days(year, month, day) * 24 + hour) * 60 + minute + offset
    return (minutes * 60 + second) * 1000 + int((fraction or "").ljust(3, "0")[:3])


def _is_date(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= 12 or not 1 <= day <= _LENGTHS[month - 1]:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return leap or month != 2 or day < 29


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970, with years that begin in March, so that leap days come last."""
    year -= month < 3
    of_year = (153 * ((month - 3) % 12) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + of_year - 719468
