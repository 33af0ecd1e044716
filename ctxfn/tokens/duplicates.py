"""Near duplicates: how much two texts have in common, by the short stretches they share."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

__all__ = ["Seen", "Shingles", "same_text", "shingles_of"]

#: Words of one shingle; of scripts that have no spaces, characters.
_WORDS: Final = 3

#: A run that so many texts have says nothing of any of them, and would cost a look at each.
_HOLDERS: Final = 64

_PIECES: Final = re.compile(
    "[\u2e80-\u9fff\ua000-\ua4ff\uac00-\ud7ff\uf900-\ufaff]|[^\\W\u2e80-\u9fff\uac00-\ud7ff]+"
)

Shingles = frozenset[tuple[str, ...]]


def same_text(text: str) -> str:
    """Return what two texts have in common that differ in case and white space alone.

    Complexity: O(characters).
    """
    return " ".join(text.casefold().split())


def shingles_of(text: str) -> Shingles:
    """Return the runs of three words of *text*, signs and case left out.

    Contract:
        Of a shorter text one run of all its words; of one without words, none.

    Complexity: O(characters).

    Source: A. Broder, On the resemblance and containment of documents.

    Examples:
        >>> sorted(shingles_of("The owl, the wren!"))
        [('owl', 'the', 'wren'), ('the', 'owl', 'the')]
    """
    words = _PIECES.findall(text.casefold())
    if len(words) < _WORDS:
        return frozenset([tuple(words)] if words else [])
    return frozenset(zip(*(words[start:] for start in range(_WORDS)), strict=False))


class Seen:
    """Texts that were seen, found again by a text that is much like one of them."""

    def __init__(self, overlap: float | None) -> None:
        self._overlap = overlap
        self._exact: dict[str, int] = {}
        self._sizes: dict[int, int] = {}
        self._holders: dict[tuple[str, ...], list[int]] = {}

    def like(self, text: str) -> int | None:
        """Return the number of the text seen that is most like *text*, if it is like enough.

        Contract:
            Two texts are like each other if they are the same but for case and white space,
            or share so much of all their shingles as was asked. Of equals the first seen.

        Complexity: O(characters); a shingle that more than 64 texts have is looked up in the
        first of them alone.
        """
        same = self._exact.get(same_text(text))
        if same is not None or self._overlap is None:
            return same
        shingles = shingles_of(text)
        shared = Counter(one for shingle in shingles for one in self._holders.get(shingle, ()))
        best: tuple[float, int] | None = None
        for number, alike in shared.items():
            likeness = alike / (len(shingles) + self._sizes[number] - alike)
            if likeness >= self._overlap and (best is None or (-likeness, number) < best):
                best = (-likeness, number)
        return None if best is None else best[1]

    def add(self, number: int, text: str) -> None:
        """Remember *text* under *number*."""
        self._exact.setdefault(same_text(text), number)
        if self._overlap is None:
            return
        shingles = shingles_of(text)
        self._sizes[number] = len(shingles)
        for shingle in shingles:
            holders = self._holders.setdefault(shingle, [])
            if len(holders) < _HOLDERS:
                holders.append(number)
