"""One request: asked until it is answered, or until asking again is no use."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing
from typing import Final, Protocol, TypeVar, cast

from attrs import evolve, field, frozen

from ctxfn.errors import CtxfnError
from ctxfn.io.models.client import CallDelta, Delta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.event_stream import EventReader
from ctxfn.io.models.failing import failure_of, hidden
from ctxfn.io.models.hearing import Hearing, json_of, tell
from ctxfn.io.models.patience import Patience, Retries
from ctxfn.turns import Response
from ctxfn.turns.exchange import LineTold

__all__ = ["Asking", "RawAnswer", "World"]

_T = TypeVar("_T")

#: What providers call an ending that is not the model's own, and what is told of it.
_ENDINGS: Final = {
    "length": "the answer was cut at its limit",
    "max_tokens": "the answer was cut at its limit",
    "max_output_tokens": "the answer was cut at its limit",
    "model_length": "the answer was cut at the model's limit",
    "model_context_window_exceeded": "the answer was cut at the model's limit",
    "content_filter": "the answer was filtered",
    "refusal": "the model refused",
    "pause_turn": "the model paused",
}
_USUAL: Final = frozenset(
    {"stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence", "eos"}
)
#: No answer of a model is longer, however it is written.
_MOST_BYTES: Final = 1 << 28

_KEPT_BACK: Final = ("content_filter", "refusal")


class RawAnswer(Protocol):
    """What SDKs hand out before they read an answer."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, by name."""
        ...

    def iter_bytes(self) -> AsyncIterator[bytes]:
        """Read the body as it comes."""
        ...


@frozen(kw_only=True)
class World:
    """What a client has of the world: how it sends, listens, waits and tells."""

    provider: str
    send: Callable[[dict[str, object]], AbstractAsyncContextManager[RawAnswer]]
    listen: Callable[[], Hearing]
    patience: Patience
    retries: Retries
    on_line: Callable[[LineTold], None]
    dice: Callable[[], float]
    sleep: Callable[[float], Awaitable[object]]
    clock: Callable[[], float]
    most_bytes: int = _MOST_BYTES
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def tell(self, line: LineTold) -> None:
        """Tell who runs the agent; what a server said in it is made plain."""
        tell(self.provider, self.on_line, evolve(line, detail=hidden(line.detail, self.secrets)))


class Asking:
    """A request under way."""

    def __init__(
        self, world: World, body: dict[str, object], model: str, hear: Callable[[Delta], None]
    ) -> None:
        self.attempts = 0
        self._world, self._body, self._model, self._hear = world, body, model, hear
        self._hearing = world.listen()
        self._told = False
        self._begun = False
        self._size = 0

    async def run(self) -> Response:
        """Ask until there is an answer.

        Raises:
            ModelFailure: there is none.
        """
        import anyio

        total = self._world.patience.total
        with anyio.move_on_after(total) as scope:
            return await self._until_answered(lambda: scope.deadline - anyio.current_time())
        raise self._with_heard(self._late(total))

    async def _until_answered(self, left: Callable[[], float]) -> Response:
        world, retries = self._world, self._world.retries
        while True:
            self.attempts += 1
            try:
                return await self._once()
            except ModelFailure as failure:
                told = self._with_heard(failure)
            spent = self.attempts >= retries.attempts
            if not told.again or spent or (self._told and not retries.restart):
                raise told
            pause = retries.pause_before(self.attempts, world.dice, told.retry_after)
            if pause >= left():
                raise told
            about = "the answer begins again" if self._told else "asked again"
            world.tell(LineTold(about, f"in {pause:.1f} s, since {told}"))
            await world.sleep(pause)

    async def _once(self) -> Response:
        self._hearing, self._begun, self._size = self._world.listen(), False, 0
        try:
            await self._listen()
        except ModelFailure as failure:
            if failure.kind != "timeout" or not self._hearing.finished:
                raise
        except Exception as error:
            if not self._hearing.finished:
                provider, clock = self._world.provider, self._world.clock
                raise failure_of(provider, error, begun=self._begun, clock=clock) from error
        return self._answered()

    async def _listen(self) -> None:
        import anyio

        world = self._world
        async with AsyncExitStack() as stack:
            since = anyio.current_time()
            answer = await self._within(
                world.patience.first, lambda: stack.enter_async_context(world.send(self._body))
            )
            read = cast("AsyncGenerator[bytes, None]", answer.iter_bytes())
            chunks = await stack.enter_async_context(aclosing(read))
            # Some servers answer in one piece, whatever they are asked for.
            kind = answer.headers.get("content-type", "").lower()
            streams = self._body.get("stream") is True and "json" not in kind
            if "html" in kind:
                raise ModelFailure("malformed", world.provider, "the answer is an HTML page")
            reader, whole = EventReader(), list[bytes]()
            while True:
                limit = self._limit(anyio.current_time() - since)
                chunk = await self._within(limit, lambda: anext(chunks, None))
                if chunk is None:
                    break
                self._count(chunk)
                if not streams:
                    whole.append(chunk)
                    continue
                was_finished = self._hearing.finished
                for event in reader.feed(chunk):
                    self._tell(self._hearing.take(*event))
                if self._hearing.finished and not was_finished:
                    since = anyio.current_time()
            self._take_rest(reader)
            if not streams:
                self._take_whole(b"".join(whole))

    def _count(self, chunk: bytes) -> None:
        self._begun = True
        self._size += len(chunk)
        most = self._world.most_bytes
        if self._size > most:
            reason = f"the answer has more than {most:,} bytes"
            raise ModelFailure("malformed", self._world.provider, reason)

    def _take_rest(self, reader: EventReader) -> None:
        """Take an event that no blank line ended; half of one is no fault of its own."""
        for event in reader.rest():
            try:
                deltas = self._hearing.take(*event)
            except ModelFailure as failure:
                if failure.kind != "malformed":
                    raise
                deltas = ()
            self._tell(deltas)

    def _take_whole(self, body: bytes) -> None:
        if body[:1] == b"{" and not body.rstrip().endswith(b"}"):
            return  # it broke off, and nothing more is to be said of it
        self._tell(self._hearing.take_whole(json_of(self._world.provider, body)))

    def _limit(self, since: float) -> float | None:
        """Return how long the next chunk may take, *since* seconds after the request, or the end."""
        patience = self._world.patience
        if self._begun and not self._hearing.finished:
            return patience.idle
        limit = patience.ending if self._hearing.finished else patience.first
        return None if limit is None else max(0.0, limit - since)

    async def _within(self, seconds: float | None, wait: Callable[[], Awaitable[_T]]) -> _T:
        """Wait for something at most *seconds*."""
        import anyio

        with anyio.move_on_after(seconds):
            return await wait()
        raise self._late(seconds)

    def _late(self, seconds: float | None) -> ModelFailure:
        what = "nothing more" if self._begun else "no answer"
        reason = f"{what} within {seconds:g} s" if seconds else f"{what} in time"
        return ModelFailure("timeout", self._world.provider, reason, again=True)

    def _tell(self, deltas: tuple[Delta, ...]) -> None:
        for delta in deltas:
            if isinstance(delta, CallDelta) or delta.text:
                self._told = True
                tell(self._world.provider, self._hear, delta)

    def _answered(self) -> Response:
        hearing, world = self._hearing, self._world
        if not hearing.finished:
            reason = "the answer broke off"
            raise ModelFailure("cut", world.provider, reason, again=True)
        response = self._heard()
        if hearing.ending in _KEPT_BACK and not (response.text or response.calls):
            reason = f"{_ENDINGS[hearing.ending]}, and nothing is left of it"
            raise ModelFailure("filtered", world.provider, reason)
        if hearing.ending and hearing.ending not in _USUAL:
            about = _ENDINGS.get(hearing.ending, "the answer ended unusually")
            world.tell(LineTold(about, f"{self._model}: {hearing.ending[:40]}"))
        if hearing.untold:
            held = ", ".join(hearing.untold)
            world.tell(LineTold("the answer held more than a turn keeps", held))
        return response

    def _heard(self) -> Response:
        try:
            return self._hearing.response(self._model)
        except CtxfnError as error:  # it is nested deeper than anything we read
            raise ModelFailure("malformed", self._world.provider, str(error)) from error

    def _with_heard(self, failure: ModelFailure) -> ModelFailure:
        try:
            heard = self._heard() if self._told else None
        except ModelFailure:
            heard = None
        reason = hidden(failure.reason, self._world.secrets)
        return evolve(failure, attempts=max(1, self.attempts), heard=heard, reason=reason)
