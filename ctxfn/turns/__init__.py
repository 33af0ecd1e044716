"""Turns: one run of an agent as values; when it runs, what it reads, and what it sends."""

from __future__ import annotations

from ctxfn.turns.count_line import (
    History,
    count_start,
    read_history,
    regroup,
)
from ctxfn.turns.effects import (
    Abort,
    ArchiveLoosely,
    DropInput,
    EntryLogged,
    FinishInput,
    HoldReady,
    Join,
    NothingRuns,
    OpenTurn,
    QueueChanged,
    Route,
    RouteLogged,
    SessionEffect,
    TakeSnapshot,
    TurnLogged,
)
from ctxfn.turns.entries import (
    Entry,
    Tag,
    Zone,
)
from ctxfn.turns.estimate import (
    estimate_characters,
    estimate_message,
)
from ctxfn.turns.events import (
    Drain,
    DropAll,
    Ended,
    Final,
    Hold,
    Offer,
    Outcome,
    Release,
    SessionEvent,
    SnapshotAsked,
    StopTurn,
)
from ctxfn.turns.inputs import (
    HostNotice,
    Input,
    InstructionKind,
    Person,
    Quote,
    Trigger,
    TurnOrigin,
)
from ctxfn.turns.reduce import (
    reduce,
)
from ctxfn.turns.session import (
    DropReason,
    Gated,
    HoldReason,
    Running,
    Session,
    Stop,
    StopMode,
)
from ctxfn.turns.trim import (
    Trimmed,
    budget_of,
    trim,
    unit_of,
)
from ctxfn.turns.wording import (
    WORDING,
    Wording,
)

__all__ = [
    "WORDING",
    "Abort",
    "ArchiveLoosely",
    "Drain",
    "DropAll",
    "DropInput",
    "DropReason",
    "Ended",
    "Entry",
    "EntryLogged",
    "Final",
    "FinishInput",
    "Gated",
    "History",
    "Hold",
    "HoldReady",
    "HoldReason",
    "HostNotice",
    "Input",
    "InstructionKind",
    "Join",
    "NothingRuns",
    "Offer",
    "OpenTurn",
    "Outcome",
    "Person",
    "QueueChanged",
    "Quote",
    "Release",
    "Route",
    "RouteLogged",
    "Running",
    "Session",
    "SessionEffect",
    "SessionEvent",
    "SnapshotAsked",
    "Stop",
    "StopMode",
    "StopTurn",
    "Tag",
    "TakeSnapshot",
    "Trigger",
    "Trimmed",
    "TurnLogged",
    "TurnOrigin",
    "Wording",
    "Zone",
    "budget_of",
    "count_start",
    "estimate_characters",
    "estimate_message",
    "read_history",
    "reduce",
    "regroup",
    "trim",
    "unit_of",
]
