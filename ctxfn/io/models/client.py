"""What a client of a model is: it takes a request, tells what it hears, and gives the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from attrs import frozen

from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel

__all__ = ["CallDelta", "Delta", "ModelClient", "ReasoningDelta", "TextDelta"]


@frozen
class TextDelta:
    """More of what is said."""

    text: str


@frozen
class ReasoningDelta:
    """More of what is thought."""

    text: str


@frozen
class CallDelta:
    """More of a call: the `index` of it in the answer, its name once known, more of its arguments."""

    index: int
    name: str = ""
    arguments: str = ""


Delta: TypeAlias = TextDelta | ReasoningDelta | CallDelta


class ModelClient(Protocol):
    """Whoever can answer a request.

    `respond` tells `hear` each delta as it comes, in order, and returns the whole answer. It
    raises `ModelFailure` alone, and may be cancelled at any moment.
    """

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        """Answer *request*."""
        ...
