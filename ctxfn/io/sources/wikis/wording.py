"""One line that says what a change is: a model's, made plain, or one with the time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

from ctxfn.io.sources.cleaning import cleaned
from ctxfn.io.sources.wikis.backend import Summarise

__all__ = ["plain_summary", "shortened", "summary_of", "utc_now"]

#: Characters that people see of the first line of a commit.
LONGEST: Final = 72

#: Characters of a diff that a model is shown.
_SHOWN: Final = 8_000
#: Seconds that somebody has to say it.
_SECONDS: Final = 60.0
_MARK: Final = re.compile(r"^(?:[-*+•>#]+|\d{1,3}[.)])\s+")
_QUOTES: Final = "\"'`“”‘’«»*_"


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


def summary_of(diff: str, summarise: Summarise | None, now: Callable[[], datetime]) -> str:
    """Say in a line what *diff* changes; where nobody can, when it was changed.

    Examples:
        >>> summary_of("+ owls", lambda diff: "- 'Add owls'\\nmore", utc_now)
        'Add owls'
        >>> summary_of("", None, lambda: datetime(2026, 5, 4, 3, 2, tzinfo=UTC))
        'Update the wiki (2026-05-04 03:02 UTC)'
    """
    said = ""
    if summarise is not None and diff.strip():
        try:
            came = summarise(shortened(diff))
            told = asyncio.run(_awaited(came)) if isinstance(came, Awaitable) else came
            said = plain_summary(told) if isinstance(told, str) else ""
        except Exception:  # a change is kept, whatever its summary does
            said = ""
    return said or f"Update the wiki ({now().astimezone(UTC):%Y-%m-%d %H:%M} UTC)"


def plain_summary(text: str) -> str:
    """Take the first line of *text* without quotes and marks of lists, no longer than fits.

    Examples:
        >>> plain_summary('  1. "Add a page on owls"  ')
        'Add a page on owls'
        >>> len(plain_summary("word" * 40)), plain_summary("word" * 40)[-1]
        (72, '…')
    """
    lines = (one.strip() for one in cleaned(text).splitlines())
    line = next((one for one in lines if one.strip(_QUOTES + " #-")), "")
    before = None
    while line != before:
        before = line
        line = _MARK.sub("", line).strip(_QUOTES + " \t")
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def shortened(diff: str) -> str:
    """Keep the head and the tail of a long *diff*."""
    if len(diff) <= _SHOWN:
        return diff
    half = (_SHOWN - 7) // 2
    return f"{diff[:half]}\n[...]\n{diff[-half:]}"


async def _awaited(came: Awaitable[object]) -> object:
    """Wait for it, but not for ever: others wait for the wiki meanwhile."""
    return await asyncio.wait_for(came, _SECONDS)
