"""Effects: what the scheduler asks of the world, in the order it is to be done."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.turns.scheduling.events import Outcome
from ctxfn.turns.scheduling.inputs import Input
from ctxfn.turns.scheduling.session import Stop

__all__ = [
    "Abort",
    "ArchiveLoosely",
    "DropInput",
    "EntryLogged",
    "FinishInput",
    "HoldReady",
    "Join",
    "NothingRuns",
    "OpenTurn",
    "QueueChanged",
    "Route",
    "RouteLogged",
    "SessionEffect",
    "TakeSnapshot",
    "TurnLogged",
]

#: Where an offered input went that no turn took at once.
Route: TypeAlias = Literal["pending join", "queued", "dropped"]


@frozen
class OpenTurn:
    """Begin a turn. `late`: its inputs came in while the turn before was running."""

    turn: str
    inputs: tuple[Input, ...]
    late: bool = False


@frozen
class Join:
    """The answer to an insertion point: these inputs are in the turn now; often none."""

    turn: str
    inputs: tuple[Input, ...] = ()


@frozen
class Abort:
    """Tell the turn to stop."""

    turn: str
    stop: Stop


@frozen
class QueueChanged:
    """Tell who is interested what waits now."""

    inputs: tuple[Input, ...]


@frozen
class ArchiveLoosely:
    """Archive an input that no turn took, without a turn's name; then it is done with."""

    input: Input


@frozen
class DropInput:
    """Forget an input; it is archived nowhere."""

    input: Input


@frozen
class FinishInput:
    """Who handed this input over need not wait any longer."""

    input: Input


@frozen
class HoldReady:
    """Nothing runs any more: what the session was held for can be done."""


@frozen
class NothingRuns:
    """The answer to a stop when there is nothing to stop."""


@frozen
class TakeSnapshot:
    """Compose what a turn would send now, and tell what it would cost."""

    session: str
    platform: str | None = None


@frozen
class RouteLogged:
    """A line: where an input went. Neither its words nor who sent it."""

    key: str
    route: Route
    arrival: int | None = None


@frozen
class EntryLogged:
    """A line: an input entered a turn."""

    key: str
    entry: Literal["opened", "inserted"]
    turn: str
    arrival: int | None = None


@frozen
class TurnLogged:
    """A line: a turn ended. `reason` is why it was stopped, if it was."""

    turn: str
    session: str
    outcome: Outcome
    reason: str | None = None
    milliseconds: int = 0
    arrivals: tuple[int, ...] = ()


SessionEffect: TypeAlias = (
    OpenTurn
    | Join
    | Abort
    | QueueChanged
    | ArchiveLoosely
    | DropInput
    | FinishInput
    | HoldReady
    | NothingRuns
    | TakeSnapshot
    | RouteLogged
    | EntryLogged
    | TurnLogged
)
