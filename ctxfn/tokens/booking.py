"""Booking: the tokens of one message under what they are for, exact and estimated apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ctxfn.messages import Assistant, Node, System

from .counters import Counter
from .measure import Measured, measured
from .tariff import Tariff

__all__ = ["Booked", "booked"]


class Booked(NamedTuple):
    """What one message costs by source and by injector, and how much of it is estimated."""

    by_source: Mapping[str, int]
    by_injector: Mapping[str, int]
    estimated: int

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.by_source.values())

    @property
    def blocks(self) -> int:
        """What is injected."""
        return self.by_source.get("blocks", 0)


def booked(pieces: Sequence[Node], counter: Counter, tariff: Tariff, *, believed: bool) -> Booked:
    """Book the *pieces* of one message; *believed*: what a provider reported counts.

    Complexity: O(characters), the counter's.
    """
    sources: dict[str, int] = {}
    injected: dict[str, int] = {}
    estimated = 0
    for piece in pieces:
        one = measured(piece, counter, tariff=tariff)
        reported = _reported(piece) if believed else 0
        amounts = _amounts(piece, one, reported)
        for name, tokens in amounts.items():
            sources[name] = sources.get(name, 0) + tokens
        for block in () if tariff.joined else piece.blocks:
            injected[block.name] = injected.get(block.name, 0) + counter.text(block.text)
        unsure = one.media if counter.exact else sum(amounts.values()) - reported
        estimated += unsure
    return Booked(sources, injected, estimated)


def _amounts(piece: Node, one: Measured, reported: int) -> dict[str, int]:
    said = (
        {"reported": reported}
        if reported
        else {
            "system" if isinstance(piece, System) else "text": one.text,
            "calls": one.calls,
            "signatures": one.signatures,
            "reasoning": one.reasoning,
        }
    )
    return {
        **said,
        "call ids": one.ids,
        "media": one.media,
        "file context": one.files,
        "blocks": one.blocks,
        "overhead": one.overhead,
    }


def _reported(piece: Node) -> int:
    """Return the tokens a provider reported for an answer, 0 if it did not."""
    if not isinstance(piece, Assistant) or piece.usage is None:
        return 0
    return max(piece.usage.output_tokens or 0, 0)
