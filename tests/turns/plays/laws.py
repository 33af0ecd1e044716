"""Laws: what holds in every play, each a function that says so; all are checked on the same play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from attrs import define, field

from tests.turns.plays.seen import Play, TurnSeen

OfPlay: TypeAlias = Callable[[Play], None]
OfTurn: TypeAlias = Callable[[TurnSeen], None]


@define
class Laws:
    """The laws of one subject. A law that is broken is named in the failure."""

    plays: list[OfPlay] = field(factory=list)
    turns: list[OfTurn] = field(factory=list)

    def of_plays(self, law: OfPlay) -> OfPlay:
        self.plays.append(law)
        return law

    def of_turns(self, law: OfTurn) -> OfTurn:
        """It holds of each turn that was asked about."""
        self.turns.append(law)
        return law

    def check(self, play: Play) -> None:
        turns = play.turns
        for law in self.plays:
            _check(law.__name__, partial(law, play))
        for held in self.turns:
            for turn in turns:
                name = f"{held.__name__}, {turn.name} of {len(turns)}"
                _check(name, partial(held, turn))


def _check(name: str, holds: Callable[[], None]) -> None:
    try:
        holds()
    except Exception as error:
        error.add_note(f"the law: {name}")
        raise
