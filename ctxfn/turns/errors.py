"""Errors: what can be wrong with the log of a session."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["InvalidLog"]


@frozen
class InvalidLog(RunError):
    """A log holds something that no session wrote; lines from 1."""

    line: int | None
    found: str
    expected: str

    def __str__(self) -> str:
        where = "the log" if self.line is None else f"line {self.line} of the log"
        return f"{where}: found {self.found}, expected {self.expected}"
