"""Plays: whole sessions of generated inputs, answers, faults and stops, and what was seen in them."""

from __future__ import annotations

from tests.turns.plays.drive import plays
from tests.turns.plays.laws import Laws
from tests.turns.plays.seen import Play, TurnSeen

__all__ = ["Laws", "Play", "TurnSeen", "plays"]
