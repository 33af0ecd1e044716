"""What the scheduler knows of one session: what waits, what runs, and what is held."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.turns.scheduling.inputs import Input, Person

__all__ = ["SESSION", "DropReason", "Gated", "HoldReason", "Running", "Session", "Stop", "StopMode"]

#: A stopped turn leaves its record, or (its history goes) leaves nothing.
StopMode: TypeAlias = Literal["record", "discard"]

#: Why all that waits is dropped: muted, everything stopped, or the program ends.
DropReason: TypeAlias = Literal["mute", "everything", "shutdown"]

#: Why a session is held: it is deleted, or its history is cleared.
HoldReason: TypeAlias = Literal["delete", "clear"]


@frozen
class Stop:
    """That a turn is to end, why, and by whom, where that is known."""

    mode: StopMode
    reason: str
    by: Person | None = None


@frozen
class Running:
    """The turn that runs. The first `opened` of its inputs opened it, the others joined."""

    turn: str
    inputs: tuple[Input, ...]
    opened: int
    accepting: bool = True
    stop: Stop | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person's input opened it."""
        return self.inputs[0].is_human


@frozen
class Gated:
    """An input that came to a session on hold, with the generation it entered in."""

    input: Input
    generation: int


@frozen
class Session:
    """The state of one session's scheduling; turns are named `prefix` and a number.

    `waiting` holds persons' inputs and injections in one list. `aside` are dropped inputs to
    archive once the running turn has settled. A `prefix` must not come again in a session whose
    history has turns of it: what carries the running turn's name is taken to be of this turn.
    """

    name: str = "session"
    prefix: str = "turn-"
    next_turn: int = 1
    generation: int = 0
    holds: int = 0
    gate: tuple[Gated, ...] = ()
    waiting: tuple[Input, ...] = ()
    running: Running | None = None
    aside: tuple[Input, ...] = ()
    closed: bool = False


#: Nothing has happened yet.
SESSION: Final = Session()
