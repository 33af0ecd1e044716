"""Segments: what a turn said, thought and did, in the order it came."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import evolve, frozen

from ctxfn.turns.leaks import strip_leaks

__all__ = ["CallSegment", "Segment", "TextSegment", "ThoughtSegment", "joined_segments"]


@frozen
class TextSegment:
    """Words of an answer."""

    text: str


@frozen
class ThoughtSegment:
    """Words of its reasoning."""

    text: str


@frozen
class CallSegment:
    """A call that was made, or failed before it ran."""

    call: str
    name: str
    arguments: str
    result: str
    started_ms: int
    ended_ms: int


Segment: TypeAlias = TextSegment | ThoughtSegment | CallSegment


def joined_segments(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Join neighbours of one kind, take leaked markup out, and leave out what is empty."""
    joined: list[Segment] = []
    for one in segments:
        last = joined[-1] if joined else None
        if isinstance(one, TextSegment) and isinstance(last, TextSegment):
            joined[-1] = TextSegment(last.text + one.text)
        elif isinstance(one, ThoughtSegment) and isinstance(last, ThoughtSegment):
            joined[-1] = ThoughtSegment(last.text + one.text)
        else:
            joined.append(one)
    clean = [
        evolve(one, text=strip_leaks(one.text)[0]) if isinstance(one, TextSegment) else one
        for one in joined
    ]
    return tuple(one for one in clean if isinstance(one, CallSegment) or one.text)
