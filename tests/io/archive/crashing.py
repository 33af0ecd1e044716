"""Programs that write and are killed: `python -m tests.io.archive.crashing MODE PLACE FOLDER`.

Each is a fork, and tells through a pipe what it was told to be kept. What was told of each is written
as JSON in the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any, Final

from sqlalchemy import Engine, Pool, event

from ctxfn.io.archive import open_archive, open_log
from ctxfn.messages import user
from ctxfn.turns import AGENT, Agent, AgentEvent, Happened, Input, Stored, advance
from ctxfn.turns.scheduling import Offer

__all__ = ["event_at", "state_behind", "stored_at"]

Told = Callable[[str], None]

#: Imported once, before any fork.
_EARLY: Final = (
    *("anyio._backends._asyncio", "ctxfn.io.archive.sql.opened", "ctxfn.io.archive.sql.rows"),
    *("psycopg", "sqlalchemy.dialects.postgresql.psycopg"),
)
_write: Final = os.write
_RANDOM: Final = 6


def stored_at(place: int) -> Stored:
    """The message that is saved as number *place*: every fifth is a mark."""
    kind = "event-marker" if place % 5 == 4 else None
    return Stored(user(f"{place} \0 {'word ' * (place % 7) * 300}"), place, kind, turn="t")


def event_at(place: int) -> AgentEvent:
    """The event that is appended as number *place*."""
    said = Input(f"i{place}", f"{place} {'word ' * 500}", "session", "web")
    return Happened(Offer(said, 0), place)


def state_behind(events: int) -> Agent:
    """The agent to which so many of them happened."""
    agent = AGENT
    for place in range(events):
        agent, _ = advance(agent, event_at(place))
    return agent


class Points:
    """The points at which a program may die; it dies at the one it is to die at."""

    def __init__(self, last: int) -> None:
        self._left = last
        self._halved = False
        self.armed = False

    def __call__(self, *_given: object) -> None:
        if self.armed:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)

    def in_databases(self) -> None:
        """Die before or after a statement, before a transaction is kept, or after it."""
        for name in ("before_cursor_execute", "after_cursor_execute", "commit", "rollback"):
            event.listen(Engine, name, self)
        for name in ("checkout", "checkin"):
            event.listen(Pool, name, self)

    def in_files(self) -> None:
        """Die before or after a call of the system, or with half of a line written."""
        for name in ("fsync", "replace", "ftruncate", "close"):
            setattr(os, name, self._around(getattr(os, name)))
        os.write = self._half

    def _around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **options: Any) -> Any:
            self()
            result = function(*given, **options)
            self()
            return result

        return called

    def _half(self, handle: int, data: Any) -> int:
        self._halved = self.armed and not self._halved  # each second call writes what is left
        self()
        written = _write(handle, data[: (len(data) + 1) // 2] if self._halved else data)
        self()
        return written


async def save_at(place: str, session: str, points: Points, tell: Told) -> None:
    """Save four messages, and die while the last is saved."""
    points.in_databases()
    async with open_archive(place) as archive:
        for number in range(4):
            points.armed = number == 3
            await archive.save(session, f"k{number}", stored_at(number))
            points()
            tell(f"k{number}")
        points.armed = False


async def log_at(folder: str, session: str, points: Points, tell: Told) -> None:
    """Append, compact and append, and die anywhere in it."""
    points.in_files()
    async with open_log(folder, session) as log:
        await log.append(event_at(0))
        tell("1")
        points.armed = True
        await log.append(event_at(1), event_at(2))
        tell("3")
        await log.compact(state_behind(3))
        await log.append(event_at(3))
        tell("4")
        points.armed = False


async def save_on(place: str, folder: str, session: str, tell: Told) -> None:
    """Append an event, then save its message, on and on."""
    async with open_archive(place) as archive, open_log(folder, session) as log:
        for number in count():
            await log.append(event_at(number))
            await archive.save(session, f"k{number}", stored_at(number))
            tell(f"k{number}")


async def save_beside(place: str, who: int, tell: Told) -> None:
    """Save among others who save to the same session, and all of them one key."""
    async with open_archive(place) as archive:
        for number in range(15):
            await archive.save("race", f"{who} {number}", stored_at(number))
            await archive.save("race", f"same {number}", stored_at(number))
            tell(f"{who} {number}")


def forked(work: Callable[[Told], Coroutine[Any, Any, None]]) -> tuple[int, int]:
    """Run *work* in a fork; return its process and what it tells through."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading

    def tell(word: str) -> None:
        _write(writing, f"{word}\n".encode())

    code = 1
    try:
        asyncio.run(work(tell))
        code = 0
    finally:
        os._exit(code)


def ended(child: int, reading: int) -> tuple[list[str], int]:
    """Wait for a fork; return what it told, and how it ended."""
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode().split("\n")[:-1]
    return told, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def at_each_point(mode: str, place: str, folder: str) -> dict[str, list[str]]:
    """Let a program die at its first point, at its second, and so on until one ends by itself."""
    told: dict[str, list[str]] = {}
    for point in count(1):
        session, points = f"{mode} {point}", Points(point)
        if mode == "log":
            running = forked(partial(log_at, folder, session, points))
        else:
            running = forked(partial(save_at, place, session, points))
        told[session], code = ended(*running)
        if code != -signal.SIGKILL:
            assert code == 0
            return told
    raise AssertionError


def at_random(place: str, folder: str) -> dict[str, list[str]]:
    """Kill programs that write on and on, whenever it happens to be."""
    dice = random.Random(7)
    told = {}
    for number in range(_RANDOM):
        session = f"on {number}"
        child, reading = forked(partial(save_on, place, folder, session))
        os.read(reading, 1)
        time.sleep(dice.random() * 0.06)
        os.kill(child, signal.SIGKILL)
        words, _ = ended(child, reading)
        told[session] = [f"k{n}" for n in range(len(words))]
    return told


def at_once(place: str) -> dict[str, list[str]]:
    """Let four programs save at the same time, and open the archive so."""
    running = [forked(partial(save_beside, place, who)) for who in range(4)]
    return {"codes": [str(ended(*one)[1]) for one in running]}


def _main(mode: str, place: str, folder: str) -> None:
    for module in _EARLY:
        import_module(module)
    if mode == "random":
        told = at_random(place, folder)
    elif mode == "race":
        told = at_once(place)
    else:
        told = at_each_point(mode, place, folder)
    print(json.dumps(told))


if __name__ == "__main__":
    _main(*sys.argv[1:])
