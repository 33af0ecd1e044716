"""An agent of real parts, as a program has it: archive, logs, a client, tools. It may die anywhere."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.abc
from attrs import define, frozen

from ctxfn.io.archive import SqlArchive, open_archive, read_logged
from ctxfn.io.models import ClientOptions, SdkClient, openai_client
from ctxfn.io.models.writing import Style, write_request
from ctxfn.io.runner import AgentTool, OfferedModel, Runner, SessionLog, ToolRun, logs_in
from ctxfn.messages import text_of
from ctxfn.tools import Declaration
from ctxfn.turns import (
    Agent,
    AgentEvent,
    Input,
    Model,
    Stored,
    read_log,
    replay,
    write_log,
    write_record,
)
from ctxfn.turns.exchange import Archive, Asked, CallModel, Reply, RunTool

__all__ = ["INPUTS", "Life", "Points", "from_log", "living", "until_done"]

_MODEL: Final = Model("m", 8192, "p", 1024)
_STYLE: Final = Style(to="openai/compatible")
INPUTS: Final = ("<k1>", "<k2>", "<k3>")


@define
class Points:
    """The points at which a program may die; `at` is where it does, of those that are `only` such."""

    at: int
    met: int = 0
    only: str = ""

    def __call__(self, place: str) -> None:
        self.met += not self.only or place == self.only
        if self.met == self.at:
            os.write(2, f"{place}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)


@frozen
class _Archive:
    """An archive before and behind whose writes one may die."""

    kept: SqlArchive
    points: Points

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        self.points("before the archive")
        await self.kept.save(session, key, stored)
        self.points("behind the archive")

    async def count(self, session: str, /) -> int:
        return await self.kept.count(session)

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        self.points("before the history is read")
        return await self.kept.read(session, start=start)

    async def clear(self, session: str, /) -> None:
        await self.kept.clear(session)

    async def sessions(self) -> tuple[str, ...]:
        return await self.kept.sessions()


@frozen
class _Log:
    """A log before and behind whose lines one may die."""

    log: SessionLog
    points: Points

    @property
    def found(self) -> Any:
        return self.log.found

    async def append(self, *events: AgentEvent) -> None:
        self.points("before the log")
        await self.log.append(*events)
        self.points("between log and effect")

    async def compact(self, agent: Agent, *, forget: bool = False) -> None:
        self.points("before the log begins anew")
        await self.log.compact(agent, forget=forget)
        self.points("behind the log that begins anew")


@frozen
class _Logs:
    folder: Path
    points: Points

    @asynccontextmanager
    async def open(self, session: str, agent: Agent, /) -> AsyncIterator[_Log]:
        async with logs_in(self.folder / "logs", sync=False).open(session, agent) as log:
            yield _Log(log, self.points)

    async def sessions(self) -> tuple[str, ...]:
        return await logs_in(self.folder / "logs").sessions()


@define
class Life:
    """One life of a program that talks in *session*, until it is killed or done."""

    session: str
    folder: Path
    points: Points
    runner: Runner
    group: anyio.abc.TaskGroup
    client: SdkClient

    def note(self, *words: str) -> None:
        """Write down what was done to the world, so that it survives."""
        with (self.folder / f"{self.session}.done").open("a") as done:
            done.write(f"{' '.join(words)}\n")

    async def look(self, arguments: str, run: ToolRun) -> str:
        """Look, which is done to the world; meanwhile somebody says more."""
        self.points("in a tool, before it has done anything")
        if "<k2>" not in await self.said():
            self.group.start_soon(self.say, "<k2>")
            while not self._waits("<k2>"):
                await anyio.sleep(0.001)
        self.note("look" if await self.is_logged(run.key) else "unlogged", run.key)
        self.points("in a tool that has done it")
        return f"seen {arguments}"

    async def peek(self, arguments: str, run: ToolRun) -> str:
        """Peek, which may be done twice."""
        self.note("peek", run.key)
        self.points("in a tool that may run twice")
        return f"peeked {arguments}"

    async def is_logged(self, key: str) -> bool:
        """Whether the log on the disk says that this call runs."""
        log = await read_logged(self.folder / "logs", self.session)
        awaited = () if log is None else replay(log).unanswered
        return any(isinstance(one.ask, RunTool) and one.ask.key == key for one in awaited)

    def _waits(self, words: str) -> bool:
        agent = self.runner.agent(self.session)
        return agent is not None and any(one.content == words for one in agent.session.waiting)

    async def say(self, words: str) -> None:
        """Hand an input over, and wait for what becomes of it."""
        given = Input(words, words, self.session, "web", user_id="ann")
        fate = await self.runner.handle_message(given)
        self.note("fate", words, fate.became, str(fate.outcome))

    async def send(self, reply: Reply) -> None:
        """Say a reply to who asked."""
        self.points("before a reply is sent")
        self.note("sent", reply.text)
        self.points("behind a reply that is sent")

    async def said(self) -> str:
        """All that the agent knows of what was said to it."""
        archive = self.runner.provided.archive
        assert archive is not None
        agent = self.runner.agent(self.session)
        known = () if agent is None else agent.session.waiting
        if agent is not None and agent.session.running is not None:
            known += agent.session.running.inputs
        kept = await archive.read(self.session)
        return " ".join([text_of(one.message) for one in kept] + [one.content for one in known])


@asynccontextmanager
async def living(
    session: str, folder: Path, archive: str, server: str, points: Points, plan: str = ""
) -> AsyncIterator[Life]:
    """Begin, or go on where the log ends; *plan* tells the server when it is to kill us."""
    options = ClientOptions(extra={"user": f"{session}|{os.getpid()}|{plan}"})
    async with (
        open_archive(archive) as kept,
        openai_client(base_url=server, options=options) as client,
        anyio.create_task_group() as group,
        Runner() as runner,
    ):
        life = Life(session, folder, points, runner, group, client)
        runner.provide(
            archive=_Archive(kept, points),
            logs=_Logs(folder, points),
            models=(OfferedModel(_MODEL, client),),
            tools=(
                AgentTool(Declaration("look", "Look."), life.look),
                AgentTool(Declaration("peek", "Peek."), life.peek, repeatable=True),
            ),
            gateway=life.send,
        )
        await runner.resume(session)
        await runner.settled()
        yield life


async def until_done(life: Life) -> None:
    """Say all that was not said yet, one after the other."""
    for words in INPUTS:
        if words not in await life.said():
            await life.say(words)
        await life.runner.settled()


async def from_log(folder: Path, session: str) -> dict[str, Any]:
    """Return what the log says was asked of the model, as a server gets it, and of the archive."""
    log = await read_logged(folder / "logs", session)
    if log is None:
        return {"requests": [], "archived": [], "unanswered": []}
    done = replay(log)
    assert replay(read_log(write_log(log))) == done
    asks = [one for one in done.effects if isinstance(one, Asked)]
    return {
        "requests": [
            write_request(one.ask, _STYLE)[0]["messages"]
            for one in asks
            if isinstance(one.ask, CallModel)
        ],
        "archived": [write_record(one.ask.stored) for one in asks if isinstance(one.ask, Archive)],
        "unanswered": [type(one.ask).__name__ for one in done.unanswered],
    }
