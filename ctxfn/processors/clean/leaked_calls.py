"""Find the marks of calls that a server let slip into an answer, and take them out."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.processors.clean.angles import Angles

__all__ = ["CALL_WORD", "Stripped", "without_leaked_calls"]

#: The word that such a mark holds, whatever stands around it.
CALL_WORD: Final = "DSML"


class Stripped(NamedTuple):
    """What is left of a text, and whether anything was taken out."""

    text: str
    found: bool


def without_leaked_calls(text: str, /, *, word: str = CALL_WORD) -> Stripped:
    """Take the markup of calls out of the *text* of an answer; nothing in it is ever run.

    Contract:
        A mark is ``<``, perhaps ``/``, one of the bars ``|`` and ``\uff5c``, and what follows up to the
        next angle, if *word* is in it. First goes all from an opening mark through the next
        closing one, then what complete marks are left, then those that nothing closes; and so
        again until no mark is left, since what goes may bring two halves of one together. Where
        anything went, white space at both ends goes too; any other text is the same object.

    Complexity: O(characters + marks log marks), however deep marks are hidden in marks.

    Source: the chat agent's rule A11.

    Examples:
        >>> without_leaked_calls("Let me look. <|DSML|calls>search</|DSML|calls>")
        Stripped(text='Let me look.', found=True)
        >>> without_leaked_calls("<DSML>x</DSML>")
        Stripped(text='<DSML>x</DSML>', found=False)
    """
    if word not in text:
        return Stripped(text, found=False)
    angles = Angles(text, word)
    marks = angles.marks()
    if not marks:
        return Stripped(text, found=False)
    while marks:
        marks = _without(angles, marks, _pairs(angles, marks))
        complete = [(one, one) for one in marks if angles.is_complete(one)]
        marks = _without(angles, marks, complete)
        unfinished = [(one, one) for one in marks if not angles.is_complete(one)]
        marks = _without(angles, marks, unfinished)
    return Stripped(angles.text().strip(), found=True)


def _pairs(angles: Angles, marks: list[int]) -> list[tuple[int, int]]:
    """Find the stretches from an opening mark through the nearest closing one behind it."""
    spans: list[tuple[int, int]] = []
    begin: int | None = None
    for mark in marks:
        if not angles.is_complete(mark):
            continue
        if angles.is_closing(mark) and begin is not None:
            spans.append((begin, mark))
            begin = None
        elif not angles.is_closing(mark) and begin is None:
            begin = mark
    return spans


def _without(angles: Angles, marks: list[int], spans: list[tuple[int, int]]) -> list[int]:
    """Take *spans* out; return the marks that are left, and those that arise.

    A mark arises only where something went, so only there is looked.
    """
    if not spans:
        return marks
    seams = {angles.cut(begin, end) for begin, end in spans}
    return sorted(one for one in seams.union(marks) if angles.is_mark(one))
