"""Callers: who handed an input over, and what became of it."""

from __future__ import annotations

import contextvars
from typing import Literal, TypeAlias

import anyio
from attrs import frozen

from ctxfn.turns.scheduling import Outcome

__all__ = ["Became", "Caller", "Fate"]

#: An input opened a turn or joined one, was kept without being answered, was dropped with its
#: session, or was held back by a hook, which may have failed.
Became: TypeAlias = Literal["opened", "joined", "archived", "dropped", "swallowed", "failed"]


@frozen
class Fate:
    """What became of an input; of one that entered a turn, which, how that ended and what was replied."""

    key: str
    became: Became
    turn: str | None = None
    outcome: Outcome | None = None
    reply: str | None = None
    error: str | None = None


class Caller:
    """Somebody who waits until an input is done with, and the variables they see."""

    def __init__(self, key: str, context: contextvars.Context | None) -> None:
        self.key, self.context = key, context
        self.became: Became = "dropped"
        self.turn: str | None = None
        self.outcome: Outcome | None = None
        self.reply: str | None = None
        self.error: str | None = None
        self.done = anyio.Event()

    @property
    def fate(self) -> Fate:
        """What is known of it now."""
        return Fate(self.key, self.became, self.turn, self.outcome, self.reply, self.error)
