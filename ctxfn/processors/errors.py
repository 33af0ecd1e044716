"""Errors of the steps."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["BudgetUnsatisfiable", "Culprit"]


@frozen
class Culprit:
    """Something that has to be sent, and its tokens; `place` is its index, if it is a message."""

    what: str
    tokens: int
    place: int | None = None
    id: str | None = None

    def __str__(self) -> str:
        where = "" if self.place is None else f" at {self.place}"
        named = "" if self.id is None else f" ({self.id})"
        return f"{self.what}{where}{named}: {self.tokens}"


@frozen
class BudgetUnsatisfiable(RunError):
    """What has to be sent is more than the budget allows; the largest culprit comes first.

    `allowed` is what the budget leaves for messages, tools and reserve subtracted.
    """

    needed: int
    allowed: int
    culprits: tuple[Culprit, ...]

    def __str__(self) -> str:
        named = "; ".join(str(one) for one in self.culprits[:5])
        more = len(self.culprits) - 5
        rest = f"; and {more} more" if more > 0 else ""
        return (
            f"{self.needed} tokens have to be sent, {self.allowed} are allowed: {named}{rest}. "
            "Raise the budget, reserve less, offer fewer tools, or shorten these."
        )
