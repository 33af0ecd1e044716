"""A text cut at its angles, from which stretches can be taken out at the cost of what goes."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["Angles"]

_ANGLES: Final = re.compile("[<>]")

#: What makes an angle the beginning of a mark: perhaps a stroke, and a bar.
_OPENS: Final = re.compile("/?[|\uff5c]")


class Angles:
    """The stretches of a text, each an angle (the first: nothing) and what follows up to the next.

    Taking out a stretch joins what stood around it. A text in which thousands of marks are hidden
    in each other would be copied as often; so of each stretch only the ends are looked at, and
    its pieces are put together once, by `text`.
    """

    def __init__(self, text: str, word: str) -> None:
        angles = [found.start() for found in _ANGLES.finditer(text)]
        ends = [*angles, len(text)]
        begins = [0, *(place + 1 for place in angles)]
        bodies = [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
        count = len(bodies)
        self._word, self._seam = word, max(len(word) - 1, 0)
        self._angle = ["", *(text[place] for place in angles)]
        self._next, self._before = list(range(1, count + 1)), list(range(-1, count - 1))
        self._there = [True] * count
        #: Pieces as a chain: the piece of each stretch, the piece behind each, the last of each.
        self._piece, self._behind, self._last = bodies, [-1] * count, list(range(count))
        keep = max(self._seam, 2)
        self._head = [body[:keep] for body in bodies]
        self._tail = [body[-self._seam :] if self._seam else "" for body in bodies]
        self._length = [len(body) for body in bodies]
        self._found = [word in body for body in bodies]

    def marks(self) -> list[int]:
        """Return the stretches that are marks, in order."""
        return [place for place in range(len(self._angle)) if self.is_mark(place)]

    def is_mark(self, place: int) -> bool:
        """Say whether a mark begins at stretch *place*: with a bar, and the word in it."""
        if not self._there[place] or self._angle[place] != "<":
            return False
        return _OPENS.match(self._head[place]) is not None and self._holds_word(place)

    def is_complete(self, place: int) -> bool:
        """Say whether the mark at *place* is closed by an angle."""
        behind = self._next[place]
        return behind < len(self._angle) and self._angle[behind] == ">"

    def is_closing(self, place: int) -> bool:
        """Say whether the mark at *place* closes what another opens."""
        return self._head[place].startswith("/")

    def cut(self, begin: int, end: int) -> int:
        """Take out the marks from *begin* through *end*; return the stretch before them."""
        before, last = self._before[begin], end
        if self.is_complete(end):
            last = self._next[end]
            self._join(before, last)
        place, behind = begin, self._next[last]
        while place != behind:
            self._there[place] = False
            place = self._next[place]
        self._next[before] = behind
        if behind < len(self._before):
            self._before[behind] = before
        return before

    def text(self) -> str:
        """Return what is left."""
        pieces: list[str] = []
        place = 0
        while place < len(self._angle):
            pieces.append(self._angle[place])
            piece = place
            while piece != -1:
                pieces.append(self._piece[piece])
                piece = self._behind[piece]
            place = self._next[place]
        return "".join(pieces)

    def _join(self, place: int, other: int) -> None:
        """Put the pieces of *other* behind those of *place*."""
        seam = self._tail[place] + self._head[other][: self._seam]
        self._found[place] = (
            self._found[place] or self._found[other] or (bool(seam) and self._word in seam)
        )
        keep = max(self._seam, 2)
        if self._length[place] < keep:
            self._head[place] = (self._head[place] + self._head[other])[:keep]
        if self._length[other] >= self._seam:
            self._tail[place] = self._tail[other]
        else:
            self._tail[place] = (self._tail[place] + self._tail[other])[-self._seam :]
        self._length[place] += self._length[other]
        self._behind[self._last[place]] = other
        self._last[place] = self._last[other]

    def _holds_word(self, place: int) -> bool:
        """Say whether the word is in the mark, whose angles may be of the word."""
        if self._found[place]:
            return True
        head, closed = self._head[place], ">" * self.is_complete(place)
        if self._length[place] <= self._seam:
            return self._word in f"<{head}{closed}"
        return (
            self._word in f"<{head[: self._seam]}" or self._word in f"{self._tail[place]}{closed}"
        )
