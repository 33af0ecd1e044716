"""What changes from one request to the next: moments, and ids drawn by chance."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

__all__ = ["Volatile", "masked", "volatile_in"]

_TIME: Final = (
    r"\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s?(?:[ap]\.?m\.?\b|Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d\b)?"
)
_DATE: Final = (
    r"\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
    r"|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{4})"
)
_UUID: Final = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"

#: Without one of these before it, a moment is an example, or history.
_NOW: Final = re.compile(
    r"(?:\b(?:now|today|current|currently|date|time|timestamp|datetime|as of|it is|it's)\b|时间|日期|今天|现在|時刻|日時)"
    r"[^\n]{0,40}?",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    rf"{_NOW.pattern}(?P<found>{_DATE}[T ,]{{0,3}}(?:at )?{_TIME}|{_TIME})", re.IGNORECASE
)
_DAY: Final = re.compile(rf"{_NOW.pattern}(?P<found>{_DATE})", re.IGNORECASE)
_EPOCH: Final = re.compile(
    r"\b(?:now|time|timestamp|epoch)\b\W{1,5}(?P<found>1[5-9]\d{8}(?:\d{3})?)\b", re.IGNORECASE
)
_ID: Final = re.compile(
    rf"\b(?:session|request|trace|run|conversation|correlation|turn|nonce)[ _-]?(?:id)?\W{{1,5}}(?P<found>{_UUID})",
    re.IGNORECASE,
)
_ANY: Final = re.compile(rf"{_UUID}|\d+|(?<=\d\s)[ap]m\b", re.IGNORECASE)


class Volatile(NamedTuple):
    """Something that changes by itself: how often, the words, and where they stand."""

    kind: Literal["clock", "day", "id"]
    words: str
    start: int


def volatile_in(text: str) -> Volatile | None:
    """Find the first thing in *text* that will not be the same in the next request.

    Contract:
        A moment counts where the text says that it is now; so does an id of one request. A
        moment comes before an id, and both before a day.

    Complexity: O(characters).

    Source: catalogue rule ``volatile-prefix``.

    Examples:
        >>> volatile_in("The current time is 2026-03-01 09:30:12.").words
        '2026-03-01 09:30:12'
        >>> volatile_in("Today is March 1, 2026.").kind, volatile_in("Open 09:30 to 17:00.")
        ('day', None)
    """
    if not any(map(str.isdigit, text)):
        return None
    for kind, pattern in _KINDS:
        found = pattern.search(text)
        if found is not None:
            return Volatile(kind, found["found"].strip(), found.start("found"))
    return None


_KINDS: Final[tuple[tuple[Literal["clock", "day", "id"], re.Pattern[str]], ...]] = (
    ("clock", _CLOCK),
    ("clock", _EPOCH),
    ("id", _ID),
    ("day", _DAY),
)


def masked(text: str) -> str:
    """Return *text* with a sign for each number and id: two that differ in nothing else are alike.

    Complexity: O(characters).

    Examples:
        >>> masked("It is 09:30:12") == masked("It is 10:01:59")
        True
    """
    return _ANY.sub("#", text)
