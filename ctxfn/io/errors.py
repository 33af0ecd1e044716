"""What can be wrong with what a person hands to the command line, or asks of a source."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import InvalidArgument, RunError

__all__ = [
    "InvalidArgument",
    "InvalidValue",
    "SourceRefusal",
    "UnreadableInput",
    "UnwritableOutput",
]


@frozen
class UnreadableInput(RunError):
    """A file cannot be read, or what it holds is no conversation; lines and columns from 1.

    `foreign`: it is sound, and something else than a conversation.
    """

    source: str
    line: int | None
    column: int | None
    reason: str
    foreign: bool = False

    def __str__(self) -> str:
        places = (self.source, self.line, self.column)
        where = ":".join(str(place) for place in places if place is not None)
        return f"{where}: {self.reason}"


@frozen
class UnwritableOutput(RunError):
    """The output cannot be written where it was asked for."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: cannot be written: {self.reason}"


@frozen
class InvalidValue(RunError):
    """A fact has no such field, or its value is not what the field holds."""

    path: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}, expected {self.expected}"


@frozen
class SourceRefusal(RunError):
    """What a source says that will not do what it was asked; whoever asked gets it as a value."""

    reason: str

    def __str__(self) -> str:
        return self.reason
