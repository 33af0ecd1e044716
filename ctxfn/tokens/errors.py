"""Errors: what can go wrong while counting."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError, RunError

__all__ = ["MissingVocabulary", "UnclearLimit", "UnknownEncoding"]


@frozen
class MissingVocabulary(RunError):
    """An exact count was asked for, and its vocabulary is nowhere on this machine."""

    encoding: str
    looked: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"No usable vocabulary of {self.encoding} on this machine "
            f"({'; '.join(self.looked)}). Install it with: "
            "python -m pip install 'ctxfn[offline]'. Or count with estimate()."
        )


@frozen
class UnknownEncoding(DefinitionError):
    """A counter was declared for an encoding that this library does not have."""

    encoding: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"Unknown encoding {self.encoding!r}; known are {', '.join(self.known)}. "
            "Name one of these, or make a Counter of your own function."
        )


@frozen
class UnclearLimit(DefinitionError):
    """A cut was asked for without a limit, with several, or with one that is no number."""

    option: str
    found: object
    expected: str

    def __str__(self) -> str:
        return f"{self.option}: found {self.found!r}, expected {self.expected}."
