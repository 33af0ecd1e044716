"""A client that tells what it is asked before it asks."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from ctxfn.io.models import Delta, ModelClient
from ctxfn.io.runner import OfferedModel
from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel

__all__ = ["traced"]


@frozen(eq=False)
class _Traced:
    client: ModelClient
    tell: Callable[[CallModel], None]

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        """Answer *request*, once it was told."""
        self.tell(request)
        return await self.client.respond(request, hear)


def traced(
    models: tuple[OfferedModel, ...], tell: Callable[[CallModel], None]
) -> tuple[OfferedModel, ...]:
    """Have *tell* see each request to one of *models*."""
    return tuple(evolve(one, client=_Traced(one.client, tell)) for one in models)
