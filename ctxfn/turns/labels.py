"""Labels of time: when something was said, in words that do not age within a year."""

from __future__ import annotations

import functools

from ctxfn.arguments import blames_arguments
from ctxfn.facts import Clock
from ctxfn.messages import Message, Text, User, text_of, with_parts

__all__ = ["labelled", "labelled_message", "time_label", "year_of"]


@blames_arguments
def time_label(moment_ms: int, now_ms: int, timezone: str | None = None) -> str:
    """Write when *moment_ms* was, as a clock in *timezone* showed it.

    Contract:
        Month, day, hour and minute; the year before them if it is not that of *now_ms*. Never a
        word such as yesterday: the same label all year round. What no calendar reaches has none.

    Complexity: O(1).

    Source: the chat agent's labels, rule A2.1.

    Examples:
        >>> may = 1_777_776_300_000
        >>> time_label(may, may), time_label(may, may + 365 * 86_400_000)
        ('5/3 02:45', '2026/5/3 02:45')
    """
    return _label(moment_ms, year_of(now_ms, timezone), timezone)


@functools.lru_cache(maxsize=64)
def year_of(moment_ms: int, timezone: str | None) -> int | None:
    """Return the year in which a clock of *timezone* shows that moment, if one can."""
    clock = Clock.at(moment_ms, timezone)
    moment = None if clock is None else clock.local
    return None if moment is None else moment.year


@functools.lru_cache(maxsize=16_384)
def _label(moment_ms: int, year: int | None, timezone: str | None) -> str:
    """Remembered, for every turn labels the same history again."""
    clock = Clock.at(moment_ms, timezone)
    moment = None if clock is None else clock.local
    if moment is None:
        return ""
    before = "" if year == moment.year else f"{moment.year}/"
    return f"{before}{moment.month}/{moment.day} {moment.hour:02}:{moment.minute:02}"


def labelled(text: str, moment_ms: int | None, now_ms: int, timezone: str | None) -> str:
    """Put the label in front of *text*, unless there is none or it is there."""
    return _put(text, moment_ms, year_of(now_ms, timezone), timezone)


def _put(text: str, moment_ms: int | None, year: int | None, timezone: str | None) -> str:
    label = "" if moment_ms is None else _label(moment_ms, year, timezone)
    if not text or not label or text.startswith(f"({label})"):
        return text
    return f"({label}) {text}"


def labelled_message(
    message: Message, moment_ms: int | None, year: int | None, timezone: str | None
) -> Message:
    """Let a person's message begin with its label, shown in *year*; others are the same object."""
    words = text_of(message) if isinstance(message, User) else ""
    if not words:
        return message
    shown = _put(words, moment_ms, year, timezone)
    if shown == words:
        return message
    place = next(n for n, part in enumerate(message.parts) if isinstance(part, Text) and part.text)
    first = message.parts[place]
    assert isinstance(first, Text)
    told = Text(shown[: len(shown) - len(words)] + first.text, first.signature, first.extras)
    return with_parts(message, (*message.parts[:place], told, *message.parts[place + 1 :]))
