"""Errors of the steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from ctxfn.errors import RunError
from ctxfn.facts import Capability

__all__ = ["BudgetUnsatisfiable", "CapabilitiesMissing", "Culprit", "Offence"]

#: A message for people names so many; the error itself holds them all.
_SHOWN: Final = 20

#: What is subtracted before messages have their turn, and how it is told.
_CLAIMS: Final[Mapping[str, str]] = {
    "tools": "for the tools",
    "request": "for the request itself",
    "reserve": "in reserve",
}


@frozen
class Culprit:
    """Something that has to be sent, and its tokens; `place` is its index, if it is a message."""

    what: str
    tokens: int
    place: int | None = None
    id: str | None = None

    @property
    def is_claimed(self) -> bool:
        """Whether it is no message, but subtracted before messages have their turn."""
        return self.place is None and self.what in _CLAIMS

    def __str__(self) -> str:
        where = "" if self.place is None else f" at {self.place}"
        named = "" if self.id is None else f" ({self.id})"
        return f"{self.what}{where}{named}: {self.tokens}"


@frozen
class BudgetUnsatisfiable(RunError):
    """What has to be sent is more than the budget allows; the largest culprit comes first.

    `needed` is what the messages cost that have to be sent, `allowed` what `budget` leaves for
    them: tools, reserve and the request itself, the culprits without a place at the end, are
    subtracted first. If they alone take more than there is, nothing is allowed.
    """

    needed: int
    allowed: int
    culprits: tuple[Culprit, ...]
    budget: int | None = None

    def __str__(self) -> str:
        messages = [one for one in self.culprits if not one.is_claimed]
        named = "; ".join(str(one) for one in messages[:5])
        more = len(messages) - 5
        rest = f"; and {more} more" if more > 0 else ""
        return (
            f"{self.needed} tokens have to be sent, {self.allowed} are allowed{self._sum}: "
            f"{named}{rest}. Raise the budget, reserve less, offer fewer tools, or shorten these."
        )

    @property
    def _claims(self) -> list[Culprit]:
        return [one for one in self.culprits if one.is_claimed]

    @property
    def _sum(self) -> str:
        """Show how what is allowed comes about."""
        claims = self._claims
        if self.budget is None or not claims:
            return ""
        less = "".join(f", less {one.tokens} {_CLAIMS[one.what]}" for one in claims)
        missing = sum(one.tokens for one in claims) - self.budget
        over = f": {missing} more than there are" if missing > 0 else ""
        return f" (a budget of {self.budget}{less}{over})"


@frozen
class Offence:
    """One thing that its reader cannot take.

    `place` is the index of its message, or of the card around it, `id` the message's own.
    A message that the caller did not give has no place. `part` is its index among the parts, or for a call among the calls; a thing that is neither
    (a whole message, a picture in a tool's state) has none.
    """

    capability: Capability
    what: str
    place: int | None
    id: str | None = None
    part: int | None = None

    def __str__(self) -> str:
        named = "" if self.id is None else f" ({self.id})"
        where = "" if self.part is None else f", {self._kind} {self.part}"
        place = "a message of ours" if self.place is None else f"message {self.place}"
        return f"{place}{named}{where}: {self.what}"

    @property
    def _kind(self) -> str:
        return "call" if self.capability == "functions" else "part"


@frozen
class CapabilitiesMissing(RunError):
    """The conversation holds what its reader cannot take; all of it, in order.

    `tools`: how many tools are offered to a model that cannot call any.
    """

    offences: tuple[Offence, ...]
    tools: int = 0

    @property
    def lacking(self) -> tuple[Capability, ...]:
        """The capabilities that would be needed, in the order they were first missed."""
        found: dict[Capability, None] = dict.fromkeys(one.capability for one in self.offences)
        if self.tools:
            found["functions"] = None
        return tuple(found)

    def __str__(self) -> str:
        named = [str(one) for one in self.offences[:_SHOWN]]
        if len(self.offences) > _SHOWN:
            named.append(f"and {len(self.offences) - _SHOWN} more")
        if self.tools:
            named.append(f"{self.tools} tools are offered")
        return (
            f"what reads this lacks {', '.join(self.lacking)}, but there is {'; '.join(named)}. "
            "Choose another model, take these out, or let words stand in for them: downgrade."
        )
