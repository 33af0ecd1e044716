"""Notes: what a step removed, could not express or decided, said in the context."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

__all__ = ["AnyNote", "Dropped", "Note"]


@frozen
class Note:
    """One thing a step did that its output alone does not show.

    `kind` is a short stable word for programs (``orphan-result``), `text` is for people.
    `ids` names the messages or calls concerned, `places` their indexes in the step's input.
    """

    step: str
    kind: str
    text: str
    ids: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


@frozen
class Dropped:
    """Whole messages that left without a word of the step's own; written by the runner."""

    step: str
    ids: tuple[str, ...]
    places: tuple[int, ...]


AnyNote: TypeAlias = Note | Dropped
