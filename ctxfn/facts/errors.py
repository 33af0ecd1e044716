"""Errors of facts."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError

__all__ = ["InvalidFact"]


@frozen
class InvalidFact(DefinitionError, ValueError):
    """A fact was told with a value that its field cannot have."""

    fact: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.fact}: field {self.field}: found {self.found}, expected {self.expected}"
