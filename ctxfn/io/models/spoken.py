"""What was said and thought so far, in the order it came."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import evolve

from ctxfn.io.models.client import CallDelta, Delta, TextDelta
from ctxfn.turns import Segment, TextSegment, ThoughtSegment

__all__ = ["Spoken", "WholeCharacters"]

_HALF: Final = re.compile("[\ud800-\udfff]")


class WholeCharacters:
    r"""Joins characters that were cut in two: some servers escape each half for itself.

    Examples:
        >>> whole = WholeCharacters()
        >>> whole.take("an owl \ud83e"), whole.take("\udd89!")
        ('an owl ', '🦉!')
    """

    def __init__(self) -> None:
        self._held = ""

    def take(self, text: str) -> str:
        """Return *text* without a first half at its end, which waits for the second."""
        if not self._held and _HALF.search(text) is None:
            return text
        text, self._held = self._held + text, ""
        if "\ud800" <= text[-1:] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Spoken:
    """The words and thoughts of an answer, gathered from deltas.

    Examples:
        >>> from ctxfn.io.models.client import ReasoningDelta
        >>> spoken = Spoken()
        >>> _ = spoken.hear([TextDelta("a"), TextDelta("b"), ReasoningDelta("c")])
        >>> spoken.segments
        (TextSegment(text='ab'), ThoughtSegment(text='c'))
    """

    def __init__(self) -> None:
        self._runs: list[tuple[bool, list[str]]] = []
        self._whole = {True: WholeCharacters(), False: WholeCharacters()}

    def hear(self, deltas: Iterable[Delta], /) -> tuple[Delta, ...]:
        """Keep what *deltas* say, and return them, with no half of a character."""
        return tuple(map(self._kept, deltas))

    def _kept(self, delta: Delta) -> Delta:
        if isinstance(delta, CallDelta):
            return delta
        aloud = isinstance(delta, TextDelta)
        words = self._whole[aloud].take(delta.text)
        if words and (not self._runs or self._runs[-1][0] is not aloud):
            self._runs.append((aloud, []))
        if words:
            self._runs[-1][1].append(words)
        return delta if words is delta.text else evolve(delta, text=words)

    @property
    def text(self) -> str:
        """All that was said."""
        return "".join(word for aloud, words in self._runs if aloud for word in words)

    @property
    def thoughts(self) -> str:
        """All that was thought."""
        return "".join(word for aloud, words in self._runs if not aloud for word in words)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What was said and thought, neighbours of one kind as one."""
        return tuple(
            TextSegment("".join(words)) if aloud else ThoughtSegment("".join(words))
            for aloud, words in self._runs
        )
