"""Make call ids of any length that nobody has yet."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Final

from ctxfn.messages import Place

__all__ = ["CallIds"]

_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

#: Enough of a hash that no two ids share it, and no more to read over.
_LONGEST: Final = 24

#: Under this length an id is letters and digits alone: a word before them would cost too many.
_ROOM_FOR_A_WORD: Final = 16

#: Hashes tried before ids are tried in order, and how many of those before giving up on a
#: pattern that no letters and digits of that length fit; without a pattern, the taken decide.
_HASHES: Final = 8
_TRIED: Final = 50_000


class CallIds:
    """The ids of one conversation: which are wrong for a target, and what each becomes.

    `exhausted`: there were more calls than ids that the target takes.
    """

    __slots__ = ("_length", "_made", "_pattern", "_rest", "_taken", "exhausted", "wrong")

    def __init__(self, found: Iterable[str], length: int, pattern: str | None) -> None:
        self._length = length
        self._pattern = None if pattern is None else re.compile(pattern)
        self._taken = set(found)
        self._made: dict[str, str] = {}
        self._rest: Iterator[str] | None = None
        self.wrong = self._misfits()
        self.exhausted = False

    @property
    def why(self) -> str:
        """What was wrong with the ids."""
        what = "missing or too long" if self._pattern is None else "not as the target wants them"
        return f"call ids {what}"

    def made_of(self, name: str, place: Place) -> str:
        """Make an id of *name*, always the same one, or of *place* if there is no name."""
        if name in self._made:
            return self._made[name]
        made = next(self._candidates(name, place), None)
        if made is None:
            self.exhausted = True
            return name
        self._taken.add(made)
        if name:
            self._made[name] = made
        return made

    def _misfits(self) -> frozenset[str]:
        length, pattern = self._length, self._pattern
        if pattern is None:
            return frozenset([name for name in self._taken if not 0 < len(name) <= length])
        fits = pattern.fullmatch
        return frozenset(
            [name for name in self._taken if not (0 < len(name) <= length and fits(name))]
        )

    def _fits(self, name: str) -> bool:
        if not 0 < len(name) <= self._length:
            return False
        return self._pattern is None or self._pattern.fullmatch(name) is not None

    def _candidates(self, name: str, place: Place) -> Iterator[str]:
        for made in self._all(name, place):
            if made not in self._taken and self._fits(made):
                yield made

    def _all(self, name: str, place: Place) -> Iterator[str]:
        written = name
        if not name:
            written = f"call_{place.message}_{place.call}"
            while len(written) <= self._length:
                yield written
                written += "_"
        if self._length >= _ROOM_FOR_A_WORD:
            yield f"call_{_digest(written)[: min(self._length, _LONGEST) - 5]}"
        size = min(self._length, _LONGEST)
        for number in range(_HASHES):
            yield _in_letters(int(_digest(f"{number} {written}"), 16), size)
        # One walk for all: what it has passed is taken, or no id the target takes.
        if self._rest is None:
            end = min(len(_LETTERS) ** size, _TRIED + len(self._taken))
            self._rest = (_in_letters(number, size) for number in range(end))
        for made in self._rest:  # noqa: UP028  (delegating to it would close it with us)
            yield made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _in_letters(number: int, size: int) -> str:
    written = ""
    for _ in range(size):
        number, rest = divmod(number, len(_LETTERS))
        written += _LETTERS[rest]
    return written
