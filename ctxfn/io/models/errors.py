"""What can go wrong when a model is asked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from ctxfn.errors import RunError
from ctxfn.turns import Response

__all__ = ["FailureKind", "ModelFailure"]

#: ``cut``: the answer ended in the middle. ``filtered``: the provider kept all of it back.
#: ``malformed``: it is not written as the protocol says. ``listener``: whoever heard it failed.
#: ``too_long``: the request does not fit the model. ``quota``: paid for no longer.
FailureKind: TypeAlias = Literal[
    "authentication",
    "conflict",
    "connection",
    "cut",
    "filtered",
    "forbidden",
    "invalid",
    "listener",
    "malformed",
    "not_found",
    "overloaded",
    "quota",
    "rate_limit",
    "server",
    "timeout",
    "too_long",
]


@frozen
class ModelFailure(RunError):
    """A model gave no answer, or not all of it.

    `status` is that of HTTP, if an answer came. `retry_after`: the seconds it asked to wait. `again`:
    asking once more may help, though `attempts` did not. `heard` is what was said before it broke
    off. `rules` are those of the linter that speak of the reason: `ctxfn explain` tells of them.
    """

    kind: FailureKind
    provider: str
    reason: str
    status: int | None = None
    retry_after: float | None = None
    attempts: int = 1
    again: bool = False
    heard: Response | None = field(default=None, repr=False)
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        status = "" if self.status is None else f" {self.status}"
        tries = f" (asked {self.attempts} times)" if self.attempts > 1 else ""
        rules = f" [ctxfn explain {' '.join(self.rules)}]" if self.rules else ""
        return f"{self.provider}{status}, {self.kind}: {self.reason}{tries}{rules}"
