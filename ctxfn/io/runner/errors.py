"""What can be wrong with the use of a runner."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import InvalidArgument, RunError

__all__ = ["InvalidArgument", "NotForgotten", "RunnerClosed", "WaitsForItself"]


@frozen
class RunnerClosed(RunError):
    """A runner was asked for something outside of its ``async with``, or while it closes."""

    wanted: str

    def __str__(self) -> str:
        return f"{self.wanted}: the runner is not open; use it inside `async with Runner(...)`"


@frozen
class NotForgotten(RunError):
    """A session was to be deleted or cleared, and archive or log did not let all of it go."""

    session: str
    reason: str

    def __str__(self) -> str:
        return f"{self.session}: not all of it is gone ({self.reason}); ask again"


@frozen
class WaitsForItself(RunError):
    """A tool, hook or action asked for something that waits for the very session that waits for it."""

    wanted: str
    session: str

    def __str__(self) -> str:
        return (
            f"{self.wanted}: {self.session} waits for what asks this, and this would wait for "
            f"{self.session}; do it in a task of its own, and do not wait for that task"
        )
