"""Laws: what holds in every play, each a function that says so; all are checked on the same play."""

from __future__ import annotations

from collections.abc import Callable
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
        for law in self.plays:
            _check(law.__name__, lambda law=law: law(play))  # type: ignore[misc]
        for law in self.turns:
            for turn in play.turns:
                name = f"{law.__name__}, {turn.name} of {len(play.turns)}"
                _check(name, lambda law=law, turn=turn: law(turn))  # type: ignore[misc]


def _check(name: str, holds: Callable[[], None]) -> None:
    try:
        holds()
    except Exception as error:
        error.add_note(f"the law: {name}")
        raise
