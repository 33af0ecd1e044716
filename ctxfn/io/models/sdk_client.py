"""A client of a model that speaks through a vendor's own SDK."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Final, Protocol

from ctxfn.errors import CtxfnError
from ctxfn.io.models.asking import Asking, World
from ctxfn.io.models.client import Delta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import hidden
from ctxfn.io.models.hearing import check_asked
from ctxfn.io.models.writing import Style, write_request
from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel, LineTold

__all__ = ["Closable", "SdkClient"]

#: The setting that has a stream tell what it took, which some servers refuse.
_ASKS_USAGE: Final = "stream_options"


class Closable(Protocol):
    """What holds connections."""

    async def close(self) -> None:
        """Give them back."""
        ...


class SdkClient:
    """A model behind an API; close it, or use it as ``async with``.

    Contract:
        Any number of requests may be under way. A cancelled one closes its connection at once.
        Whatever goes wrong is a `ModelFailure`; an answer that broke off is never returned as one.
    """

    def __init__(
        self, sdk: Closable | None, style: Style, world: World, *, ask_usage: bool
    ) -> None:
        self.style = style
        self._sdk, self._world = sdk, world
        self._ask_usage = ask_usage and style.stream
        self._lines: tuple[LineTold, ...] = ()
        self._closed = False

    def __repr__(self) -> str:
        to = self.style.to
        return f"<a client of {self._world.provider}, for {to if isinstance(to, str) else to.name}>"

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        """Answer *request*, and tell *hear* each delta as it comes.

        Raises:
            InvalidArgument: *request* is no request.
            ModelFailure: there is no answer, or not all of one.
        """
        check_asked(request, hear)
        if self._closed:
            raise ModelFailure("invalid", self._world.provider, "the client is closed")
        body = self._written(request)
        if not self._ask_usage or _ASKS_USAGE in body:
            return await Asking(self._world, body, request.model, hear).run()
        asked = {**body, _ASKS_USAGE: {"include_usage": True}}
        try:
            return await Asking(self._world, asked, request.model, hear).run()
        except ModelFailure as failure:
            if failure.kind != "invalid" or not _is_of_usage(failure):
                raise
        self._ask_usage = False
        self._world.tell(LineTold("this server tells no usage", self._world.provider, "info"))
        return await Asking(self._world, body, request.model, hear).run()

    async def aclose(self) -> None:
        """Close the connections, but for those of an SDK that was handed over."""
        if self._sdk is None:
            return
        self._closed = True
        try:
            await self._sdk.close()
        except RuntimeError as error:
            if "loop" not in str(error):
                raise
            # Their event loop has ended, and they with it.

    async def __aenter__(self) -> SdkClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def _written(self, request: CallModel) -> dict[str, object]:
        try:
            body, lines = write_request(request, self.style)
        except Exception as error:  # of the fields of a request nobody says what is in them
            told = (
                str(error) if isinstance(error, CtxfnError) else f"{type(error).__name__}: {error}"
            )
            reason = hidden(f"it cannot be written: {told}", self._world.secrets)
            raise ModelFailure("invalid", self._world.provider, reason) from error
        if lines != self._lines:  # what is the same from call to call is told once
            self._lines = lines
            for line in lines:
                self._world.tell(line)
        return body


def _is_of_usage(failure: ModelFailure) -> bool:
    return "stream_options" in failure.reason or "include_usage" in failure.reason
