"""A server on this machine that speaks the protocols of models, well or badly, as it is told."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from attrs import field, frozen

from tests.front.openai_judge import judge as judge_chat
from tests.judges.anthropic import judge as judge_messages
from tests.judges.openai_responses import judge as judge_responses
from tests.servers.answers import Protocol, Said, stream, whole

__all__ = ["Asked", "ModelServer", "Reply", "failing", "model_server", "serving"]

_PATHS: dict[str, Protocol] = {
    "/chat/completions": "chat",
    "/messages": "messages",
    "/responses": "responses",
}


@frozen
class Asked:
    """A request as it came, to the byte."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        """What it holds."""
        read: dict[str, Any] = json.loads(self.raw)
        return read

    @property
    def protocol(self) -> Protocol:
        """Which protocol it speaks."""
        return next(one for end, one in _PATHS.items() if self.path.endswith(end))


@frozen(kw_only=True)
class Reply:
    """How a request is answered.

    `said` is written in the protocol of the request, and as it asks, unless there is a `body`.
    `sizes` are those of the chunks, used in turn; `pause` seconds stand between two, `first` before
    anything. `cut_after` bytes the connection breaks; `quiet` ends it there as if all were said.
    `hold` waits behind all without ending.
    """

    said: Said = field(factory=Said)
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    kind: str | None = None
    sizes: tuple[int, ...] = (1 << 20,)
    first: float = 0.0
    pause: float = 0.0
    cut_after: int | None = None
    quiet: bool = False
    hold: bool = False
    streams: bool | None = None


def failing(status: int, message: str, kind: str = "", *headers: tuple[str, str]) -> Reply:
    """Reply with an error, as APIs write it."""
    error = {"type": kind or "invalid_request_error", "message": message}
    body = json.dumps({"type": "error", "error": error}).encode()
    return Reply(status=status, body=body, kind="application/json", headers=headers)


Script = Callable[[Asked], Reply] | Sequence[Reply]


class ModelServer:
    """Answers by a script: a reply a request, the last again and again, or a function.

    `asked` has every request. `gone` counts the clients that left before they were answered.
    `open` is how many requests are being answered, `most` the most at one time. Bodies that the
    API would refuse get a 400 with what is wrong, unless ``judges=False``.
    """

    def __init__(self, script: Script, *, judges: bool = True) -> None:
        self.asked: list[Asked] = []
        self.gone = 0
        self.open = self.most = 0
        self.port = 0
        self.left = asyncio.Event()
        self._script, self._judges = script, judges
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[ModelServer]:
        """Serve for as long as the block runs."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await server.wait_closed()

    def reply_to(self, asked: Asked) -> Reply:
        """Choose the reply: what is wrong with the request comes first."""
        if not asked.path.endswith(tuple(_PATHS)):
            return failing(404, f"nothing is at {asked.path}", "not_found_error")
        if self._judges:
            found = _complaints(asked)
            if found:
                return failing(400, "; ".join(found))
        if callable(self._script):
            return self._script(asked)
        return self._script[min(len(self.asked), len(self._script)) - 1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while (asked := await _read(reader)) is not None:
                    self.asked.append(asked)
                    if not await self._answer(asked, reader, writer):
                        break
        finally:
            self._tasks.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(
        self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer, unless the client leaves first; say whether the connection may go on."""
        self.open += 1
        self.most = max(self.most, self.open)
        writing = asyncio.ensure_future(_write(self.reply_to(asked), asked, writer))
        leaving = asyncio.ensure_future(_left(reader))
        try:
            await asyncio.wait((writing, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not writing.done() and leaving.done():
                self.gone += 1
                self.left.set()
                return False
            return await writing
        finally:
            self.open -= 1
            for one in (writing, leaving):
                one.cancel()
            await asyncio.gather(writing, leaving, return_exceptions=True)


def _complaints(asked: Asked) -> list[str]:
    match asked.protocol:
        case "chat":
            return judge_chat(asked.body)
        case "messages":
            return judge_messages(asked.body)
        case "responses":
            return judge_responses(asked.body)


async def _left(reader: asyncio.StreamReader) -> None:
    """Wait until the client has left; what it may have sent since is not touched."""
    while not reader.at_eof() and reader.exception() is None:
        await asyncio.sleep(0.005)


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(first.split()[1], headers, raw)


async def _write(reply: Reply, asked: Asked, writer: asyncio.StreamWriter) -> bool:
    wanted = asked.raw and asked.body.get("stream") is True
    streams = wanted if reply.streams is None else reply.streams
    body = reply.body
    if body is None and streams:
        body = stream(reply.said, asked.protocol)
    elif body is None:
        body = json.dumps(whole(reply.said, asked.protocol), ensure_ascii=False).encode()
    kind = reply.kind or ("text/event-stream" if streams else "application/json")
    await asyncio.sleep(reply.first)
    chunked = not reply.quiet
    length = "Transfer-Encoding: chunked" if chunked else "Connection: close"
    told = "".join(f"{name}: {value}\r\n" for name, value in reply.headers)
    head = f"HTTP/1.1 {reply.status} said\r\nContent-Type: {kind}\r\n{length}\r\n{told}\r\n"
    writer.write(head.encode())
    sent = body if reply.cut_after is None else body[: reply.cut_after]
    for number, chunk in enumerate(_chunks(sent, reply.sizes)):
        if number and reply.pause:
            await asyncio.sleep(reply.pause)
        writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk) if chunked else chunk)
        await writer.drain()
    if reply.hold:
        await asyncio.Event().wait()
    if reply.cut_after is not None or not chunked:
        return False
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


def _chunks(body: bytes, sizes: tuple[int, ...]) -> Iterator[bytes]:
    at = number = 0
    while at < len(body):
        size = max(1, sizes[number % len(sizes)])
        yield body[at : at + size]
        at, number = at + size, number + 1


@asynccontextmanager
async def model_server(script: Script, *, judges: bool = True) -> AsyncIterator[ModelServer]:
    """Serve in the running loop."""
    async with ModelServer(script, judges=judges).running() as server:
        yield server


@contextmanager
def serving(script: Script, *, judges: bool = True) -> Iterator[ModelServer]:
    """Serve from a thread, for programs that have no loop, or several."""
    begun, loop, server = (
        threading.Event(),
        asyncio.new_event_loop(),
        ModelServer(script, judges=judges),
    )
    ended = asyncio.Event()

    async def serve() -> None:
        async with server.running():
            begun.set()
            await ended.wait()

    waits: Callable[[], Awaitable[None]] = serve
    thread = threading.Thread(target=lambda: loop.run_until_complete(waits()))
    thread.start()
    begun.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()
