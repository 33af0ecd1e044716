"""What a test of a law can say, and what is missing if it cannot run."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import MissingExtra, RunError

__all__ = ["LawBroken", "MissingExtra"]


@frozen
class LawBroken(RunError, AssertionError):
    """A thing does not keep a law; `given` is the smallest input that shows it."""

    law: str
    thing: str
    found: str
    expected: str
    given: str

    def __str__(self) -> str:
        return (
            f"{self.thing} breaks the law {self.law!r}: found {self.found}; "
            f"expected {self.expected}. Given:\n{self.given}"
        )
