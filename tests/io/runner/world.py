"""A small world for a runner: an archive, a log, a model and tools that do as a script says."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeAlias

import anyio
from attrs import define, evolve, field

from ctxfn.io.models import Delta, TextDelta
from ctxfn.io.runner import AgentTool, OfferedModel, Provided, ToolRun
from ctxfn.messages import Call, text_of
from ctxfn.tools import Declaration
from ctxfn.turns import (
    Agent,
    AgentEvent,
    Happened,
    Input,
    Log,
    Model,
    Response,
    Stored,
    read_log,
    write_event,
    write_record,
)
from ctxfn.turns.exchange import CallModel
from ctxfn.turns.scheduling import Offer

MODEL = Model("m", 8192, "p", 1024, ("low", "high"))


def person(key: str, words: str = "Hi", session: str = "s") -> Input:
    """An input of a person."""
    return Input(key, words, session, "web", user_id="ann", nickname="Ann")


def calls(*ids: str, text: str = "", tool: str = "look") -> Response:
    """An answer that asks for calls."""
    return Response(text, tuple(Call(one, tool, "{}") for one in ids))


#: What may happen at a place: it takes so long, and then it fails, or not.
Pace: TypeAlias = tuple[float, bool]
FAST: Pace = (0.0, False)


@define
class Kept:
    """What survives a crash."""

    messages: dict[str, dict[str, Stored]] = field(factory=dict)
    lines: dict[str, list[str]] = field(factory=dict)
    offered: set[str] = field(factory=set)


@define
class World:
    """Archive, log, model and tools at once; `paces` says how the next one at a place goes."""

    responses: deque[Response] = field(factory=deque)
    kept: Kept = field(factory=Kept)
    paces: Callable[[str], Pace] = lambda _: FAST
    requests: list[CallModel] = field(factory=list)
    ran: list[str] = field(factory=list)
    writes: list[tuple[str, str]] = field(factory=list)
    running: int = 0
    most: int = 0
    dead: bool = False
    writers: set[str] = field(factory=set)

    async def pause(self, place: str) -> None:
        seconds, fails = self.paces(place)
        await anyio.sleep(seconds)
        if self.dead:
            raise RuntimeError("the program is gone")
        if fails:
            raise OSError(f"{place} fails")

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        await self.pause("save")
        before = self.kept.messages.setdefault(session, {})
        if key not in before:
            before[key] = stored
            self.writes.append((session, key))

    async def count(self, session: str, /) -> int:
        return sum(not one.is_control for one in self.stored(session))

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        await self.pause("read")
        talk = 0
        behind: list[Stored] = []
        for one in self.stored(session):
            talk += not one.is_control
            if talk > start:
                behind.append(one)
        return tuple(behind)

    async def clear(self, session: str, /) -> None:
        await self.pause("clear")
        self.kept.messages.pop(session, None)

    async def sessions(self) -> tuple[str, ...]:
        return tuple(self.kept.messages)

    def stored(self, session: str = "s") -> tuple[Stored, ...]:
        """What is in the archive."""
        return tuple(self.kept.messages.get(session, {}).values())

    def words(self, session: str = "s") -> list[str]:
        """What each message of it says, behind a letter for its role."""
        return [f"{one.message.role[0]}:{text_of(one.message)}" for one in self.stored(session)]

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        self.requests.append(request)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.pause("model")
            response = self.responses.popleft() if self.responses else Response("Done.")
            for word in response.text.split():
                hear(TextDelta(f"{word} "))
            return response
        finally:
            self.running -= 1

    async def look(self, arguments: str, run: ToolRun) -> str:
        if not self.dead:
            self.ran.append(run.key)
        await self.pause("tool")
        return f"saw {arguments}"

    @property
    def logs(self) -> Lines:
        """The logs of it."""
        return Lines(self)

    def provided(self, **others: object) -> Provided:
        """All of it as provided of a runner."""
        tool = AgentTool(Declaration("look", "Look."), self.look, seconds=20.0)
        given = Provided(archive=self, models=(OfferedModel(MODEL, self),), tools=(tool,))
        return evolve(given, **others)  # type: ignore[arg-type]


@define
class Lines:
    """The logs a world keeps."""

    world: World

    @asynccontextmanager
    async def open(self, session: str, agent: Agent, /) -> AsyncIterator[LinesOf]:
        await self.world.pause("log")
        assert session not in self.world.writers
        self.world.kept.lines.setdefault(session, [write_record(agent)])
        self.world.writers.add(session)
        yield LinesOf(self.world, session, self.log(session))
        self.world.writers.remove(session)

    async def sessions(self) -> tuple[str, ...]:
        return tuple(self.world.kept.lines)

    def log(self, session: str) -> Log:
        """What is kept of *session*."""
        return read_log("".join(f"{line}\n" for line in self.world.kept.lines[session]))


@define
class LinesOf:
    """The log of one session."""

    world: World
    session: str
    found: Log

    async def append(self, *events: AgentEvent) -> None:
        await self.world.pause("log")
        self.world.kept.lines[self.session] += map(write_event, events)
        for one in events:
            if isinstance(one, Happened) and isinstance(one.event, Offer):
                self.world.kept.offered.add(one.event.input.key)

    async def compact(self, agent: Agent, *, forget: bool = False) -> None:
        await self.world.pause("log")
        self.world.kept.lines[self.session] = [write_record(agent)]


def world(*responses: Response) -> World:
    """A world whose model answers so, and then that it is done."""
    return World(deque(responses))


def keys(given: Iterable[Input]) -> list[str]:
    """The keys of inputs."""
    return [one.key for one in given]
