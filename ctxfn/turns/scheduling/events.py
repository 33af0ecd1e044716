"""Events: what happens to a session."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.turns.scheduling.inputs import Input, Person
from ctxfn.turns.scheduling.session import DropReason, HoldReason

__all__ = [
    "Drain",
    "DropAll",
    "Ended",
    "Hold",
    "NoMoreJoins",
    "Offer",
    "Outcome",
    "Release",
    "SessionEvent",
    "SnapshotAsked",
    "StopTurn",
]

#: How a turn ended; `not run` if it was swallowed before it began.
Outcome: TypeAlias = Literal["replied", "silent", "aborted", "error", "not run"]


@frozen
class Offer:
    """An input is handed over; it entered the agent in this generation."""

    input: Input
    generation: int


@frozen
class Drain:
    """The turn can take what waits to join."""

    turn: str


@frozen
class NoMoreJoins:
    """The turn had its last answer: nothing joins any more."""

    turn: str


@frozen
class Ended:
    """The turn has settled."""

    turn: str
    outcome: Outcome
    milliseconds: int = 0


@frozen
class StopTurn:
    """Somebody stops the running turn; what waits goes on waiting.

    `reason`: it was stopped, or who handed its first input over was cancelled.
    """

    by: Person | None = None
    reason: Literal["stopped", "cancelled"] = "stopped"


@frozen
class DropAll:
    """The running turn stops and all that waits is dropped. `by`: who stopped everything."""

    reason: DropReason
    by: Person | None = None


@frozen
class Hold:
    """The session is about to be deleted or its history cleared: nothing may run."""

    reason: HoldReason


@frozen
class Release:
    """A hold is over."""


@frozen
class SnapshotAsked:
    """Somebody wants to know what a turn would send now."""

    platform: str | None = None


SessionEvent: TypeAlias = (
    Offer | Drain | NoMoreJoins | Ended | StopTurn | DropAll | Hold | Release | SnapshotAsked
)
