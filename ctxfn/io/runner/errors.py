"""What can be wrong with the use of a runner."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import InvalidArgument, RunError

__all__ = ["InvalidArgument", "RunnerClosed"]


@frozen
class RunnerClosed(RunError):
    """A runner was asked for something outside of its ``async with``, or while it closes."""

    wanted: str

    def __str__(self) -> str:
        return f"{self.wanted}: the runner is not open; use it inside `async with Runner(...)`"
