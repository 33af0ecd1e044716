"""Stored messages: what an archive holds of a session, and what it knows beside the words."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import Message
from ctxfn.turns.scheduling import Outcome

__all__ = [
    "CONTROL_KINDS",
    "DELEGATED",
    "HOST_NOTICE",
    "RECORD_MARK",
    "STOP_MARK",
    "EntryKind",
    "Stored",
    "TurnRecord",
]

#: Kinds of stored messages that are ours: a stop is talk, a record is not.
STOP_MARK: Final = "turn-stopped"
RECORD_MARK: Final = "event-marker"
DELEGATED: Final = "cross-session-delegation"
HOST_NOTICE: Final = "host-notice"

#: Kinds that are neither sent nor counted.
CONTROL_KINDS: Final = frozenset({RECORD_MARK, "compression-separator"})

#: How an input entered its turn.
EntryKind: TypeAlias = Literal["opened", "joined"]


@frozen
class TurnRecord:
    """How a turn ended, and where it came from."""

    outcome: Outcome
    source: str | None = None
    from_turn: str | None = None


@frozen
class Stored:
    """A message as an archive holds it: when it entered, of which turn, and as what.

    `kind` is empty for what was said. `visible` is shown in place of the words where those are an
    envelope. `call` is the agent's own name of the call a result answers; `metadata` is what the
    hooks of tools added.
    """

    message: Message
    at_ms: int | None = None
    kind: str | None = None
    turn: str | None = None
    entry: EntryKind | None = None
    call: str | None = None
    visible: str | None = None
    record: TurnRecord | None = None
    metadata: tuple[tuple[str, str], ...] = ()

    @property
    def is_control(self) -> bool:
        """Whether it is a mark that is neither sent nor counted."""
        return self.kind in CONTROL_KINDS
