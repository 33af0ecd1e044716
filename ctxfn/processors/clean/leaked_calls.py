"""Find the marks of calls that a server let slip into an answer, and take them out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["CALL_WORD", "Stripped", "without_leaked_calls"]

#: The word that such a mark holds, whatever stands around it.
CALL_WORD: Final = "DSML"

_MARK: Final = re.compile("<(/?)[|\uff5c][^<>]*(>?)")


class Stripped(NamedTuple):
    """What is left of a text, and whether anything was taken out."""

    text: str
    found: bool


class _Mark(NamedTuple):
    start: int
    end: int
    closing: bool
    complete: bool


def without_leaked_calls(text: str, /, *, word: str = CALL_WORD) -> Stripped:
    """Take the markup of calls out of the *text* of an answer; nothing in it is ever run.

    Contract:
        A mark is ``<``, perhaps ``/``, one of the bars ``|`` and ``\uff5c``, and what follows up to the
        next angle, if *word* is in it. First goes all from an opening mark through the next
        closing one, then what complete marks are left, then those that nothing closes; and so
        again until no mark is left, since what goes may bring two halves of one together. Where
        anything went, white space at both ends goes too; any other text is the same object.

    Complexity: O(characters), and a copy of the text for each mark inside a mark.

    Source: the chat agent's rule A11.

    Examples:
        >>> without_leaked_calls("Let me look. <|DSML|calls>search</|DSML|calls>")
        Stripped(text='Let me look.', found=True)
        >>> without_leaked_calls("<DSML>x</DSML>")
        Stripped(text='<DSML>x</DSML>', found=False)
    """
    if word not in text:
        return Stripped(text, found=False)
    marks = {one.start: one for one in _every_mark(text, word)}
    if not marks:
        return Stripped(text, found=False)
    left = text
    while marks:
        left, marks = _cut(left, marks, _pairs(marks.values()), word)
        complete = [(one.start, one.end) for one in _in_order(marks) if one.complete]
        left, marks = _cut(left, marks, complete, word)
        unfinished = [(one.start, one.end) for one in _in_order(marks) if not one.complete]
        left, marks = _cut(left, marks, unfinished, word)
    return Stripped(left.strip(), found=True)


def _every_mark(text: str, word: str) -> Iterable[_Mark]:
    for found in _MARK.finditer(text):
        if word in found[0]:
            yield _read(found)


def _read(found: re.Match[str]) -> _Mark:
    return _Mark(found.start(), found.end(), found[1] == "/", found[2] == ">")


def _in_order(marks: dict[int, _Mark]) -> list[_Mark]:
    return sorted(marks.values())


def _pairs(marks: Iterable[_Mark]) -> list[tuple[int, int]]:
    """Find the stretches from an opening mark through the nearest closing one behind it."""
    spans: list[tuple[int, int]] = []
    begin: int | None = None
    for mark in sorted(marks):
        if not mark.complete:
            continue
        if mark.closing and begin is not None:
            spans.append((begin, mark.end))
            begin = None
        elif not mark.closing and begin is None:
            begin = mark.start
    return spans


def _cut(
    text: str, marks: dict[int, _Mark], spans: list[tuple[int, int]], word: str
) -> tuple[str, dict[int, _Mark]]:
    """Cut *spans* out of *text*; return it with the marks that are left, and those that arise.

    A mark arises only where something went, so only there is looked.
    """
    if not spans:
        return text, marks
    pieces, seams, at, length = [], [], 0, 0
    for begin, end in spans:
        pieces.append(text[at:begin])
        length += begin - at
        seams.append(length)
        at = end
    left = "".join((*pieces, text[at:]))
    after = _moved(marks, spans)
    for seam in seams:
        begin = left.rfind("<", 0, seam)
        found = _MARK.match(left, begin) if begin >= 0 else None
        if found is not None and found.end() >= seam and word in found[0]:
            after[begin] = _read(found)
    return left, after


def _moved(marks: dict[int, _Mark], spans: list[tuple[int, int]]) -> dict[int, _Mark]:
    """Return the marks outside *spans* where they stand once those are gone."""
    after, place, gone = {}, 0, 0
    for mark in _in_order(marks):
        while place < len(spans) and spans[place][1] <= mark.start:
            gone += spans[place][1] - spans[place][0]
            place += 1
        if place < len(spans) and spans[place][0] <= mark.start:
            continue
        after[mark.start - gone] = mark._replace(start=mark.start - gone, end=mark.end - gone)
    return after
