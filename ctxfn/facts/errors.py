"""What can be wrong with a fact."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["InvalidFact"]


@frozen
class InvalidFact(RunError, ValueError):
    """A fact was told a value that it cannot hold; `field` says which, with its index if it is one of many."""

    fact: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        return (
            f"{self.fact}.{self.field}: found {self.found}, expected {self.expected}. "
            "Convert it where the fact is made, or leave it out."
        )
