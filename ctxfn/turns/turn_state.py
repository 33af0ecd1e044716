"""The state of one turn: everything it has asked, heard and kept, as one record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ctxfn.messages import Call, Message
from ctxfn.tools import Declaration
from ctxfn.turns.entries import Entry
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.exchange import Ask, Asked, TurnRequest
from ctxfn.turns.models import Material, Response
from ctxfn.turns.place import PLACE, Place
from ctxfn.turns.scheduling import Input, Outcome, Stop
from ctxfn.turns.segments import Segment
from ctxfn.turns.stored import Stored
from ctxfn.turns.tool_context import ToolContext
from ctxfn.turns.wording import WORDING, Wording

__all__ = ["CallState", "Moved", "Now", "Phase", "Stage", "TurnState", "ask"]

#: What a turn is waiting for.
Phase: TypeAlias = Literal[
    "before",
    "archive",
    "prepare",
    "build",
    "list",
    "insert",
    "join",
    "call",
    "response",
    "tools",
    "group",
    "reply",
    "retry",
    "store",
    "send",
    "settle",
    "after",
    "done",
]

#: How far a call is.
Stage: TypeAlias = Literal["before", "run", "after", "done"]


@frozen
class CallState:
    """One call of a batch: how far it is, which ask it waits for, and what came of it."""

    key: str
    call: Call
    context: ToolContext
    stage: Stage = "before"
    waits: int | None = None
    result: str = ""
    failed: bool = False
    metadata: tuple[tuple[str, str], ...] = ()
    started_ms: int = 0
    ended_ms: int = 0


@frozen
class TurnState:
    """One turn. The first `opened` of `inputs` opened it; `moments` are when each entered.

    `awaited` are the asks that are not answered yet.

    `begun`: the list that later calls go on from; `whole`: the same, never trimmed; `shown`: that of this
    call. `dropped` are the tokens the first call dropped, `steps` the messages of finished
    groups. `kept`: something of the turn is in the archive.
    """

    turn: str
    session: str
    inputs: tuple[Input, ...]
    opened: int
    late: bool = False
    place: Place = PLACE
    wording: Wording = WORDING
    opened_ms: int = 0
    phase: Phase = "before"
    stop: Stop | None = None
    number: int = 0
    awaited: tuple[Asked, ...] = ()
    moments: tuple[int, ...] = ()
    material: Material | None = None
    active: int = 0
    begun: tuple[Entry, ...] = ()
    whole: tuple[Entry, ...] = ()
    shown: tuple[Entry, ...] = ()
    tools: tuple[Declaration, ...] = ()
    called: bool = False
    dropped: int = 0
    trimmed: bool = False
    materialised: tuple[str, ...] = ()
    saving: tuple[Stored, ...] = ()
    response: Response | None = None
    batch: tuple[CallState, ...] = ()
    batches: int = 0
    steps: int = 0
    segments: tuple[Segment, ...] = ()
    reasoning: tuple[str, ...] = ()
    completion_tokens: int = 0
    attempt: int = 0
    max_retries: int = 0
    content: str = ""
    archived: str | None = None
    kept: bool = False
    recorded: bool = False
    stream_ended: bool = False
    limit_hit: bool = False
    outcome: Outcome | None = None
    told_outcome: Outcome | None = None
    error: str | None = None

    @property
    def lead(self) -> Input:
        """The input that opened it."""
        return self.inputs[0]

    @property
    def discards(self) -> bool:
        """Whether nothing more may be stored or said."""
        return self.stop is not None and self.stop.mode == "discard"


@frozen
class Now:
    """The moment of an answer, and how tokens are estimated."""

    at_ms: int = 0
    estimate: Callable[[Message], int] = estimate_message
    estimate_text: Callable[[str], int] = estimate_characters


#: A state, and what it wants.
Moved: TypeAlias = tuple[TurnState, tuple[TurnRequest, ...]]


def ask(state: TurnState, phase: Phase, *asks: Ask) -> Moved:
    """Ask, and wait in *phase* for the answers."""
    numbers = range(state.number + 1, state.number + 1 + len(asks))
    asked = tuple(Asked(number, one) for number, one in zip(numbers, asks, strict=True))
    awaited = (*state.awaited, *asked)
    return evolve(state, phase=phase, number=state.number + len(asks), awaited=awaited), asked
