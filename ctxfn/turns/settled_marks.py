"""Marks of a settled turn: that it was stopped, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Origin, System, Text
from ctxfn.turns.place import Place, name_of, speaker_of
from ctxfn.turns.scheduling import Input, Outcome, Person
from ctxfn.turns.stored import RECORD_MARK, STOP_MARK, Stored, TurnRecord
from ctxfn.turns.wording import Wording

__all__ = ["record_mark", "record_of", "stop_mark"]


def record_of(lead: Input, outcome: Outcome) -> TurnRecord:
    """Make the record of a turn that *lead* opened."""
    origin = None if lead.origin is None else lead.origin.turn
    return TurnRecord(outcome, lead.source, origin)


def record_mark(turn: str, record: TurnRecord, at_ms: int) -> Stored:
    """Make the mark that carries a record where no reply does."""
    return Stored(System(), at_ms, RECORD_MARK, turn, record=record)


def stop_mark(
    turn: str,
    by: Person | None,
    place: Place,
    inputs: Sequence[Input],
    wording: Wording,
    at_ms: int,
) -> Stored:
    """Make what tells the next turn that this one was stopped, and by whom."""
    name = "" if by is None or place.own else _name(by, place, inputs)
    told = wording.stopped_by.replace("{name}", name) if name else ""
    words = wording.stopped.replace("{by}", told)
    message = System((Text(words),), origin=Origin(ours=STOP_MARK))
    return Stored(message, at_ms, STOP_MARK, turn)


def _name(by: Person, place: Place, inputs: Sequence[Input]) -> str:
    """Name who stopped as their messages do; the owner elsewhere by the account known here."""
    platform = inputs[0].platform
    if by in place.owners and by.platform != platform:
        known = next((one for one in place.owners if one.platform == platform), by)
        return name_of(known.user_id, None)
    said = (one.nickname for one in inputs if speaker_of(one) == by)
    return name_of(by.user_id, next(said, None))
