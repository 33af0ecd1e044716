"""What can go wrong in a verb that no room foresaw."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["ForeignError"]


@frozen
class ForeignError(RunError):
    """Something raised inside a verb that is not ours: a value of the input, or a function given.

    The error itself is the cause (``__cause__``).
    """

    verb: str
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.verb}: {self.reason}. Give plain values (dicts, lists, texts, numbers) and "
            "functions that do not raise; if it was neither, this is a fault of ctxfn's."
        )
