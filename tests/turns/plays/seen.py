"""What was seen of a play: its turns, each with what it asked, was answered and told, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from attrs import frozen
from hypothesis.vendor.pretty import RepresentationPrinter

from ctxfn.messages import Assistant, Message
from ctxfn.turns import AgentEffect, Entry, Input, Material, Place, Stored, UsageEvent
from ctxfn.turns.exchange import (
    Archive,
    Asked,
    BeforeModel,
    BeforeReply,
    CallModel,
    CancelCall,
    Listed,
    Prepared,
    Responded,
    Saved,
    TurnEnded,
    UsageTold,
)
from ctxfn.turns.scheduling import Abort, Join, OpenTurn, Outcome
from tests.turns.world import Answered, World

K = TypeVar("K")


@frozen
class CallSeen:
    """A call of the model: its list, whether it was to write a reply again, and how it ended."""

    ask: CallModel
    again: bool
    usage: UsageEvent | None
    hooked: bool

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.ask.messages


@frozen
class TurnSeen:
    """One turn. `trace` begins behind its opening; `archives`: there is an archive that works."""

    opening: OpenTurn
    place: Place
    trace: tuple[AgentEffect | Answered, ...]
    archives: bool

    @property
    def name(self) -> str:
        return self.opening.turn

    @property
    def lead(self) -> Input:
        return self.opening.inputs[0]

    @property
    def joins(self) -> list[Join]:
        return self.heard(Join)

    @property
    def joined(self) -> list[Input]:
        return [one for join in self.joins for one in join.inputs]

    @property
    def inputs(self) -> list[Input]:
        return [*self.opening.inputs, *self.joined]

    @property
    def outcome(self) -> Outcome:
        return self.heard(TurnEnded)[0].outcome

    @property
    def ran(self) -> bool:
        return self.outcome != "not run"

    @property
    def discarded(self) -> bool:
        return any(one.stop.mode == "discard" for one in self.heard(Abort))

    @property
    def material(self) -> Material | None:
        """What it was given; nothing where it came to no preparation."""
        given = [one.value for one in self.answered() if isinstance(one.value, Prepared)]
        return given[0].material if given else None

    def heard(self, kind: type[K]) -> list[K]:
        """All that was told of this kind."""
        return [one for one in self.trace if isinstance(one, kind)]

    def asked(self, kind: type[K]) -> list[K]:
        """All asks of this kind."""
        asks = [one.ask for one in self.trace if isinstance(one, Asked)]
        return [ask for ask in asks if isinstance(ask, kind)]

    def answered(self, kind: type[object] = object) -> list[Answered]:
        """All answers to asks of this kind."""
        return [a for a in self.trace if isinstance(a, Answered) and isinstance(a.ask, kind)]

    @property
    def handed(self) -> list[Stored]:
        """What it gave to the archive, kept or not."""
        return [one.stored for one in self.asked(Archive)]

    @property
    def saved(self) -> list[Stored]:
        """What the archive kept of it."""
        kept = [one.ask for one in self.answered(Archive) if isinstance(one.value, Saved)]
        return [one.stored for one in kept if isinstance(one, Archive)]

    @property
    def calls(self) -> list[CallSeen]:
        """Its calls of the model, in order."""
        seen: list[CallSeen] = []
        again = hooked = False
        for place, one in enumerate(self.trace):
            if isinstance(one, Answered) and isinstance(one.ask, BeforeModel):
                again, hooked = False, isinstance(one.value, Listed)
            elif isinstance(one, Asked) and isinstance(one.ask, BeforeReply):
                again = True
            elif isinstance(one, Asked) and isinstance(one.ask, CallModel):
                seen.append(CallSeen(one.ask, again, _usage(self.trace[place:]), hooked))
        return seen

    @property
    def hooked(self) -> bool:
        """Whether a hook handed a list back."""
        return any(isinstance(one.value, Listed) for one in self.answered(BeforeModel))

    @property
    def lists(self) -> list[tuple[Entry, ...]]:
        """The lists as hooks saw them, one for each time it was put together."""
        return [one.entries for one in self.asked(BeforeModel)]

    @property
    def groups(self) -> list[list[Stored]]:
        """The groups that were stored: a call message and what came behind it."""
        found: list[list[Stored]] = []
        for one in self.saved:
            if isinstance(one.message, Assistant) and one.message.calls:
                found.append([one])
            elif one.call is not None:
                found[-1].append(one)
        return found


def _usage(trace: Sequence[object]) -> UsageEvent | None:
    """What a call took, if it returned; nothing where it was cancelled or failed."""
    for one in trace[1:]:
        if isinstance(one, CancelCall):
            return None
        answer = one if isinstance(one, Answered) and isinstance(one.ask, CallModel) else None
        if answer is not None and not isinstance(answer.value, Responded):
            return None
        if isinstance(one, UsageTold):
            return one.event
    return None


@frozen(repr=False)
class Play:
    """A session that ran until nothing was asked any more. `cleared`: its history was deleted."""

    world: World
    archives: bool
    cleared: bool

    def __repr__(self) -> str:
        """Tell it in short: what happened, answer by answer."""
        told = (
            f"{type(one.ask).__name__}={type(one.value).__name__}"
            if isinstance(one, Answered)
            else type(one).__name__
            for one in self.world.trace
            if not isinstance(one, Asked)
        )
        return f"{self.world.began.place}: {' '.join(told)}"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """Hypothesis prints what falsified a law; all of a world is no reading."""
        printer.text(repr(self))

    @property
    def turns(self) -> list[TurnSeen]:
        places = [n for n, one in enumerate(self.world.trace) if isinstance(one, OpenTurn)]
        ends = [*places[1:], len(self.world.trace)]
        seen = []
        for begin, end in zip(places, ends, strict=True):
            opening = self.world.trace[begin]
            assert isinstance(opening, OpenTurn)
            trace = tuple(self.world.trace[begin + 1 : end])
            place = self.world.places[opening.turn]
            seen.append(TurnSeen(opening, place, trace, self.archives))
        return seen
