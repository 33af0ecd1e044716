"""What was said and thought so far, in the order it came."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.io.models.client import Delta, ReasoningDelta, TextDelta
from ctxfn.turns import Segment, TextSegment, ThoughtSegment

__all__ = ["Spoken"]


class Spoken:
    """The words and thoughts of an answer, gathered from deltas.

    Examples:
        >>> spoken = Spoken()
        >>> _ = spoken.hear([TextDelta("a"), TextDelta("b"), ReasoningDelta("c")])
        >>> spoken.segments
        (TextSegment(text='ab'), ThoughtSegment(text='c'))
    """

    def __init__(self) -> None:
        self._runs: list[tuple[bool, list[str]]] = []

    def hear(self, deltas: Iterable[Delta], /) -> tuple[Delta, ...]:
        """Keep what *deltas* say, and return them."""
        kept = tuple(deltas)
        for delta in kept:
            if not isinstance(delta, TextDelta | ReasoningDelta) or not delta.text:
                continue
            aloud = isinstance(delta, TextDelta)
            if not self._runs or self._runs[-1][0] is not aloud:
                self._runs.append((aloud, []))
            self._runs[-1][1].append(delta.text)
        return kept

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
