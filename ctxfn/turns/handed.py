"""What a hook makes of a list: what it leaves alone stays what it is."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from ctxfn.messages import Message, System
from ctxfn.turns.count_line import regroup
from ctxfn.turns.entries import Entry

__all__ = ["Handed", "taken_back"]


@frozen
class Handed:
    """A message of a hook's answer, and its place in the list the hook was given, if it had one."""

    message: Message
    token: int | None = None


def taken_back(entries: Sequence[Entry], handed: Sequence[Handed]) -> tuple[tuple[Entry, ...], int]:
    """Return the list a hook hands back, and how many messages of the turn had to go.

    What kept its token keeps its zone and tag; what is new belongs where the nearest known one
    before it does. Broken groups of the turn section are put right.
    """
    made: list[Entry] = []
    last: Entry | None = None
    for one in handed:
        token = one.token
        if token is not None and 0 <= token < len(entries):
            last = entries[token]
            same = one.message == last.message
            made.append(last if same else evolve(last, message=one.message))
        else:
            tag = "injected" if isinstance(one.message, System) else "step"
            made.append(Entry(one.message, last.zone if last else "head", tag))  # type: ignore[arg-type]
    return _mended(made)


def _mended(made: Sequence[Entry]) -> tuple[tuple[Entry, ...], int]:
    """Let zones stand in their order, and groups whole."""
    ordered: list[Entry] = []
    gone = 0
    for zone in ("head", "history", "turn"):
        section = [entry for entry in made if entry.zone == zone]
        kept, left = regroup([entry.message for entry in section])
        by_id = {id(entry.message): entry for entry in section}
        ordered += [by_id[id(message)] for message in kept]
        gone += len(left)
    return tuple(ordered), gone
