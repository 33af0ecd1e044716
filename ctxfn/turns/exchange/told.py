"""Told: what a turn tells the world, and nobody answers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.turns.scheduling import Outcome
from ctxfn.turns.usage import UsageEvent

__all__ = [
    "CancelCall",
    "LineTold",
    "NoticeTold",
    "StreamEnded",
    "Told",
    "ToolEnded",
    "ToolStarted",
    "TurnEnded",
    "TurnFinal",
    "UsageTold",
]


@frozen
class StreamEnded:
    """Nothing more is streamed. `limit_hit`: the model still wanted tools."""

    limit_hit: bool = False


@frozen
class UsageTold:
    """What a call took."""

    event: UsageEvent


@frozen
class ToolStarted:
    """A call begins."""

    key: str
    name: str
    arguments: str


@frozen
class ToolEnded:
    """A call is done; `failed` if it was an error."""

    key: str
    name: str
    result: str
    failed: bool = False


@frozen
class NoticeTold:
    """A notice to people: an error, or why there is no answer."""

    text: str
    turn: str


@frozen
class LineTold:
    """A line for who runs the agent; never the words of an input."""

    about: str
    detail: str = ""
    level: Literal["info", "warning"] = "warning"


@frozen
class CancelCall:
    """The call of this number is no longer wanted."""

    number: int


@frozen
class TurnFinal:
    """The turn had its last answer: nothing joins any more."""

    turn: str


@frozen
class TurnEnded:
    """The turn has settled. `error` goes to who handed the first input over."""

    turn: str
    outcome: Outcome
    milliseconds: int
    error: str | None = None


Told: TypeAlias = (
    StreamEnded
    | UsageTold
    | ToolStarted
    | ToolEnded
    | NoticeTold
    | LineTold
    | CancelCall
    | TurnFinal
    | TurnEnded
)
