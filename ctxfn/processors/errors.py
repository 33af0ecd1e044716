"""Errors of the steps."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ctxfn.errors import RunError
from ctxfn.facts import Capability

__all__ = ["BudgetUnsatisfiable", "CapabilitiesMissing", "Culprit", "Offence"]

#: A message for people names so many; the error itself holds them all.
_SHOWN: Final = 20


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


@frozen
class Offence:
    """One thing that its reader cannot take.

    `place` is the index of its message, or of the card around it, `id` the message's own.
    `part` is its index among the parts, or for a call among the calls; a thing that is neither
    (a whole message, a picture in a tool's state) has none.
    """

    capability: Capability
    what: str
    place: int
    id: str | None = None
    part: int | None = None

    def __str__(self) -> str:
        named = "" if self.id is None else f" ({self.id})"
        where = "" if self.part is None else f", {self._kind} {self.part}"
        return f"message {self.place}{named}{where}: {self.what}"

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
