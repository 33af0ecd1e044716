"""A server in a process of its own, spoken to through its standard streams.

The transport of the SDK reads a line of any length, joins it anew with each piece of it, and takes
up to four seconds to close; what is closed in less leaves the process behind. Here a line has a
limit, closing has one too, and whatever happens no process of the server's group outlives it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Mapping
from typing import IO, TYPE_CHECKING, Final

from attrs import field, frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.mcp.ending import Ending

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.client._transport import TransportStreams
    from mcp.shared.message import SessionMessage

__all__ = ["Program", "spoken_to"]

#: Seconds to end after its input has, after it was asked to, and after it was killed.
_PATIENCE: Final = (0.4, 0.2, 0.2)

_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)

#: Half a character as JSON writes it, or both, or a sign that is written with a backslash.
_WRITTEN_HALF: Final = re.compile(
    rb"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[^u])"
    rb"|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)

#: What an answer is an answer to, at one of its ends.
_ANSWERED: Final = re.compile(rb'"id"\s*:\s*([0-9]{1,18})\s*[,}]')
_EDGE: Final = 200
_NO_JSON: Final = -32700

#: Turns of the loop until what is closed has told so.
_TURNS: Final = 4

#: Seconds between two looks whether it has ended.
_LOOK: Final = 0.01


@frozen
class Program:
    """What is started: never through a shell, with no variable of ours but a few harmless ones."""

    command: str
    args: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    cwd: str | None = None
    log: str | None = None


@contextlib.asynccontextmanager
async def spoken_to(
    program: Program, longest: int, ending: Ending
) -> AsyncIterator[TransportStreams]:
    """Start *program*, and yield what the SDK reads from and writes to; end it behind.

    A line of it has *longest* bytes at most.

    Raises:
        SourceRefusal: it cannot be started.
    """
    import anyio
    from mcp.client.stdio import get_default_environment
    from mcp.shared.message import SessionMessage

    process = await _started(program, {**get_default_environment(), **dict(program.env)}, longest)
    # Nothing is awaited from here until the process is sure to be ended.
    into, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, out = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read, process, into, ending, longest)
            tasks.start_soon(_write, process, out, into, ending)
            try:
                yield read, write
            finally:
                with anyio.CancelScope(shield=True):
                    await _end(process)
                tasks.cancel_scope.cancel()
    finally:
        for stream in (read, write, into, out):
            stream.close()
        _strike(process, _KILL)
        with anyio.CancelScope(shield=True):
            await _release(process)


async def _started(
    program: Program, env: Mapping[str, str], longest: int
) -> asyncio.subprocess.Process:
    with contextlib.ExitStack() as stack:
        log: IO[bytes] | int = subprocess.DEVNULL
        try:
            if program.log is not None:
                log = stack.enter_context(_log(program.log))
            return await asyncio.create_subprocess_exec(
                program.command,
                *program.args,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=env,
                cwd=program.cwd,
                limit=longest,
                start_new_session=True,
            )
        except OSError as error:
            why = error.strerror or str(error)
            what = error.filename or program.command
            raise SourceRefusal(f"{what}: it cannot be started: {why}") from None


def _log(path: str) -> IO[bytes]:
    """Open the file that its standard error goes to, behind what is there; for us alone if it is new."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags, 0o600)  # a pipe that nobody reads would hold us
    return os.fdopen(handle, "ab", buffering=0)


async def _read(
    process: asyncio.subprocess.Process,
    into: MemoryObjectSendStream[SessionMessage | Exception],
    ending: Ending,
    longest: int,
) -> None:
    import anyio

    assert process.stdout is not None
    junk = 0
    async with into:
        try:
            while line := await process.stdout.readline():
                message = _message(line)
                if message is None:
                    junk += 1
                else:
                    await into.send(message)
        except ValueError:
            ending.tell(f"the server sent a message of more than {longest:,} bytes")
            return
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):  # nobody listens any more
            return
        ending.tell(await _last_words(process, junk))


async def _last_words(process: asyncio.subprocess.Process, junk: int) -> str:
    await _exited(process, _PATIENCE[1])
    code = process.returncode
    how = "closed its output" if code is None else f"ended with status {code}"
    if code is not None and code < 0:
        how = f"was ended by signal {-code}"
    strange = f"; it wrote {junk:,} lines that are no message" if junk else ""
    return f"the server {how}{strange}"


def _message(line: bytes) -> SessionMessage | None:
    import mcp_types
    from mcp.shared.message import SessionMessage

    for text in (line, _WRITTEN_HALF.sub(_whole, line)):
        with contextlib.suppress(ValueError):
            return SessionMessage(
                mcp_types.jsonrpc_message_adapter.validate_json(text, by_name=False)
            )
    # Whoever waits for it would wait in vain.
    asked = _ANSWERED.search(line[:_EDGE]) or _ANSWERED.search(line[-_EDGE:])
    if asked is None or not line.startswith(b"{") or b'"method"' in line[:_EDGE]:
        return None
    error = mcp_types.ErrorData(code=_NO_JSON, message="its answer is nothing that can be read")
    return SessionMessage(mcp_types.JSONRPCError(jsonrpc="2.0", id=int(asked[1]), error=error))


def _whole(half: re.Match[bytes]) -> bytes:
    """Write what stands for no character where half a one is; two halves are one, and stay."""
    return half[0] if half[1] else rb"\ufffd"


async def _write(
    process: asyncio.subprocess.Process,
    out: MemoryObjectReceiveStream[SessionMessage],
    into: MemoryObjectSendStream[SessionMessage | Exception],
    ending: Ending,
) -> None:
    assert process.stdin is not None
    async with out:
        async for one in out:
            text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
            try:
                process.stdin.write(text.encode() + b"\n")
                await process.stdin.drain()
            except (ConnectionError, RuntimeError):
                ending.tell(await _last_words(process, 0))
                into.close()
                return


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close its input, then ask it to end, then kill it; each time wait a little."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, RuntimeError):
        process.stdin.close()
    for patience, strike in zip(_PATIENCE, (signal.SIGTERM, _KILL, None), strict=True):
        if await _exited(process, patience):
            return
        if strike is not None:
            _strike(process, strike)


async def _exited(process: asyncio.subprocess.Process, seconds: float) -> bool:
    """Whether it ends in time; `Process.wait` would wait for all that hold its streams, too."""
    for _ in range(max(1, int(seconds / _LOOK))):
        if process.returncode is not None:
            return True
        await asyncio.sleep(_LOOK)
    return process.returncode is not None


def _strike(process: asyncio.subprocess.Process, how: signal.Signals) -> None:
    """Send a signal to the process and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)


async def _release(process: asyncio.subprocess.Process) -> None:
    """Give the streams back, though somebody who left the group may hold their other ends."""
    transport = getattr(process, "_transport", None)
    if transport is None:
        return
    written = transport.get_pipe_transport(0)
    if written is not None and not written.is_closing():
        written.abort()  # what nobody read is not waited for
    with contextlib.suppress(PermissionError):
        transport.close()
    for _ in range(_TURNS):
        await asyncio.sleep(0)
