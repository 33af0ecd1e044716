"""What can be wrong with a fact."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError

__all__ = ["InvalidFact"]


@frozen
class InvalidFact(DefinitionError, ValueError):
    """A field of a fact holds what it cannot hold."""

    fact: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.fact}.{self.field}: found {self.found}, expected {self.expected}"
