"""Blame: what made the first difference between two successive requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import frozen

from .request_lines import Line

__all__ = ["Blame", "Change", "Kind", "blame_of"]

#: What is to blame: another model, the tools, the system text, the caller's history, or a step.
Kind: TypeAlias = Literal["model", "tools", "system", "history", "step"]

#: What became of it: a message was edited, some came in between, some went.
Change: TypeAlias = Literal["changed", "edited", "inserted", "cut"]


#: Lines that are enough to know a place again; a bound, where a history is one line repeated.
_LONGEST: Final = 64


@frozen
class Blame:
    """Who made the first difference, and how.

    `step` is the step as its pipeline names it, `injector` the block it placed there, `facts`
    what it tells: the facts that it read and that had changed, else what its block was made
    of. Those are known where both requests were assembled here. `count`: how many messages
    came in, or went.
    """

    kind: Kind
    change: Change
    count: int = 1
    step: str | None = None
    injector: str | None = None
    facts: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it in a few words.

        Examples:
            >>> str(Blame("history", "cut", 3)), str(Blame("step", "edited", step="date"))
            ('history: 3 messages cut', 'step date: 1 message edited')
        """
        who = f"step {self.step}" if self.step else self.kind
        if self.injector and self.injector != self.step:
            who += f", injector {self.injector}"
        if self.facts:
            who += f" ({', '.join(self.facts)})"
        if self.kind in ("model", "tools"):
            return f"{who}: {self.change}"
        word = "message" if self.count == 1 else "messages"
        return f"{who}: {self.count:,} {word} {self.change}"


def blame_of(before: Sequence[Line], after: Sequence[Line], place: int) -> Blame | None:
    """Blame by structure alone what differs first, at *place*, between two requests.

    Contract:
        Nothing, if one request ends there. Messages that are met again further on in the
        earlier request: those between were cut; in the later: those between came in; else, and
        where more is the same behind it, the message was edited. What begins with system messages is the system text.

    Complexity: O(lines).

    Source: ours.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> from ctxfn.tokens.request_lines import request_lines
        >>> said = [{"role": "user", "content": str(number)} for number in range(4)]
        >>> one, other = (request_lines(part, estimate()) for part in (said, said[2:]))
        >>> blame_of(one, other, 0)
        Blame(kind='history', change='cut', count=2, step=None, injector=None, facts=())
    """
    if place >= min(len(before), len(after)):
        return None
    paths = {before[place].path, after[place].path}
    for head in ("tools", "system"):
        if head in paths:
            return Blame("tools" if head == "tools" else "system", "changed")
    count, change = _change(before, after, place)
    changed = after[place] if change == "inserted" else before[place]
    is_system = changed.role in ("system", "developer") and change != "cut"
    return Blame("system" if is_system else "history", change, count)


def _change(before: Sequence[Line], after: Sequence[Line], place: int) -> tuple[int, Change]:
    gone = _met_again(before, after, place)
    came = _met_again(after, before, place)
    moved = max((one.run for one in (gone, came) if one is not None), default=0)
    # Where messages repeat, several explain it: what explains more of what follows is the likelier.
    stayed = _follows(before, after, place + 1)
    if stayed > moved or not moved or (stayed == moved and len(before) == len(after)):
        return 1, "edited"
    if came is None or (gone is not None and gone.run >= came.run):
        return (1 if gone is None else gone.distance), "cut"
    return came.distance, "inserted"


def _follows(before: Sequence[Line], after: Sequence[Line], place: int) -> int:
    """Count the lines that both have at *place* and behind it."""
    return _run(before, after, place, place) if place < min(len(before), len(after)) else 0


class _Met(NamedTuple):
    run: int
    distance: int


def _met_again(lines: Sequence[Line], other: Sequence[Line], place: int) -> _Met | None:
    """Find behind *place* of *lines* what *other* has from there on: the longest run of it.

    One line alone is chance, but at an end, where no more can follow.
    """
    met = None
    for at in range(place + 1, len(lines)):
        run = _run(lines, other, at, place)
        is_chance = run == 1 and at + 1 < len(lines) and place + 1 < len(other)
        if run and not is_chance and (met is None or run > met.run):
            met = _Met(run, at - place)
    return met


def _run(lines: Sequence[Line], other: Sequence[Line], at: int, place: int) -> int:
    longest = min(len(lines) - at, len(other) - place, _LONGEST)
    run = 0
    while run < longest and lines[at + run].text == other[place + run].text:
        run += 1
    return run
