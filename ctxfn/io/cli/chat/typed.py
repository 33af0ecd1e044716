"""What somebody types, line by line, while other things go on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from io import UnsupportedOperation

import anyio
import anyio.from_thread
from anyio.lowlevel import EventLoopToken, current_token
from anyio.streams.memory import MemoryObjectSendStream

__all__ = ["is_typed", "typed_lines"]


def is_typed() -> bool:
    """Whether a person sits at standard input."""
    return _is_there(sys.stdin) and sys.stdin.isatty()


async def typed_lines() -> AsyncIterator[str]:
    """Read standard input line by line, in a thread that holds up nobody when the program ends."""
    sending, receiving = anyio.create_memory_object_stream[str](1)
    room, token = threading.Semaphore(1), current_token()
    reading = (sending, room, token)
    threading.Thread(target=_read, args=reading, daemon=True, name="typed").start()
    async with receiving:
        async for line in receiving:
            room.release()
            yield line


def _read(
    sending: MemoryObjectSendStream[str], room: threading.Semaphore, token: EventLoopToken
) -> None:
    # Nothing is awaited from here: a loop that ends meanwhile would leave it half done, and say so.
    try:
        for line in _lines():
            room.acquire()
            anyio.from_thread.run_sync(sending.send_nowait, line, token=token)
    except (anyio.BrokenResourceError, anyio.ClosedResourceError, RuntimeError, OSError):
        return  # nobody reads any more
    finally:
        _end(sending, token)


def _end(sending: MemoryObjectSendStream[str], token: EventLoopToken) -> None:
    try:
        anyio.from_thread.run_sync(sending.close, token=token)
    except RuntimeError:
        return


def _lines() -> Iterator[str]:
    if not _is_there(sys.stdin):
        return
    try:
        handle = sys.stdin.fileno()
    except (UnsupportedOperation, ValueError):
        yield from sys.stdin
        return
    # Not by `sys.stdin`: a thread that waits inside of it keeps the interpreter from ending.
    rest = b""
    while data := os.read(handle, 65_536):
        *lines, rest = (rest + data).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
    if rest:
        yield rest.decode("utf-8", "replace")


def _is_there(stream: object) -> bool:
    return stream is not None
