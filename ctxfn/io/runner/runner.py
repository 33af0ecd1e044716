"""The runner: it carries out what agents want of the world, and answers them."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Final

import anyio

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.runner.callers import Fate
from ctxfn.io.runner.carrying import SnapshotWanted
from ctxfn.io.runner.errors import RunnerClosed
from ctxfn.io.runner.limits import RunnerLimits
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.offering import offer
from ctxfn.io.runner.preparing import read_place
from ctxfn.io.runner.provided import Provided
from ctxfn.io.runner.sessions import Sessions, names_of
from ctxfn.io.runner.surroundings import Surroundings
from ctxfn.messages import Message
from ctxfn.turns import (
    WORDING,
    Agent,
    AgentOptions,
    Happened,
    Input,
    Layer,
    Person,
    Snapshot,
    Wording,
    estimate_characters,
    estimate_message,
)
from ctxfn.turns.scheduling import (
    DropAll,
    DropReason,
    SnapshotAsked,
    StopTurn,
)

__all__ = ["Runner"]

_OPTIONS: Final = AgentOptions()
_DEFAULTS: Final = Layer("global")
_LIMITS: Final = RunnerLimits()


class Runner(Surroundings):
    """Runs agents, one for each session: an asynchronous context manager.

    All sessions share what is provided, hooks and contributions. One turn at a time runs in a session,
    any number of sessions side by side; a session with nothing to do is not in memory. What a
    session does is decided by `ctxfn.turns.advance` alone.

    Raises:
        InvalidArgument: an argument is not what it is to be.
    """

    def __init__(
        self,
        provided: Provided | None = None,
        *,
        options: AgentOptions = _OPTIONS,
        defaults: Layer = _DEFAULTS,
        limits: RunnerLimits = _LIMITS,
        wording: Wording = WORDING,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        name_turns: Callable[[], str] = lambda: uuid.uuid4().hex[:12],
        estimate: Callable[[Message], int] = estimate_message,
        estimate_text: Callable[[str], int] = estimate_characters,
    ) -> None:
        given = Provided() if provided is None else provided
        check_argument("Runner, provided", given, Provided, "Provided(...)")
        check_argument("Runner, options", options, AgentOptions, "AgentOptions(...)")
        check_argument("Runner, defaults", defaults, Layer, "a Layer(...)")
        check_argument("Runner, limits", limits, RunnerLimits, "RunnerLimits(...)")
        check_argument("Runner, wording", wording, Wording, "a Wording(...)")
        means = Means(
            given,
            options=options,
            defaults=defaults,
            limits=limits,
            wording=wording,
            clock=clock,
            name_turns=name_turns,
            estimate=estimate,
            estimate_text=estimate_text,
        )
        super().__init__(means, Sessions(means))

    async def __aenter__(self) -> Runner:
        self._means.group = anyio.create_task_group()
        await self._means.group.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        group = self._means.group
        if group is None:
            return
        await self.close()
        await group.__aexit__(None, None, None)
        self._means.group = None

    async def handle_message(self, given: Input) -> Fate:
        """Hand *given* to the agent of its session, and wait until it is done with.

        Contract:
            Hooks before inputs see it first. It opens a turn, joins the one that runs, or waits
            for its own; the answer comes once that has ended, whatever became of it. Hooks and
            tools see the variables of whoever handed over the input that opened their turn. An
            input whose key is in the session already is not handed over again, but waited for.
            Cancelling who waits ends the waiting; cancelling who opened the turn stops it, and
            is felt once that has settled.

        Raises:
            RunnerClosed: the runner is not open.
            WaitsForItself: the session waits for who asks this.
        """
        check_argument("handle_message, input", given, Input, "an Input(...)")
        self._check_open("handle_message", given.session)
        with self._sessions.used(given.session) as live:
            return await offer(self._means, live, given)

    async def abort(self, session: str, by: Person | None = None) -> bool:
        """Stop the turn that runs in *session*, and say whether one did; what waits goes on waiting.

        Raises:
            RunnerClosed: the runner is not open.
        """
        self._check_open("abort")
        self._sessions.check_named("abort", session)
        told = anyio.Event()
        runs: list[bool] = []

        def stop(agent: Agent) -> Happened:
            runs.append(agent.session.running is not None)
            told.set()
            return Happened(StopTurn(by), self._means.clock())

        with self._sessions.used(session) as live:
            live.post(stop)
            await told.wait()
        return runs[0]

    async def drop_all(
        self, session: str, reason: DropReason = "everything", by: Person | None = None
    ) -> None:
        """Stop the turn that runs, and archive all that waits without answering it.

        Raises:
            RunnerClosed: the runner is not open.
        """
        self._check_open("drop_all")
        self._sessions.check_named("drop_all", session)
        with self._sessions.used(session) as live:
            live.happen(DropAll(reason, by))

    async def mute(self, session: str) -> None:
        """Say nothing more to what was said in *session* until now.

        Raises:
            RunnerClosed: the runner is not open.
        """
        await self.drop_all(session, "mute")

    async def delete(self, session: str) -> None:
        """Forget *session*: the turn that runs leaves nothing, what waits is dropped.

        Contract:
            Returns once it is gone from archive and log. Cancelling who waits for that does not
            keep it from going. What is said after this was called is a new beginning.

        Raises:
            RunnerClosed: the runner is not open.
            WaitsForItself: the session waits for who asks this.
            NotForgotten: archive or log does not let it go.
        """
        self._check_open("delete", session)
        await self._sessions.held("delete", (session,), lambda: self._forget(session))
        self._means.assigned.pop(session, None)

    async def clear(self, session: str) -> None:
        """Forget what was said in *session*; inputs that are being prepared come after.

        Raises:
            RunnerClosed: the runner is not open.
            WaitsForItself: the session waits for who asks this.
            NotForgotten: archive or log does not let it go.
        """
        self._check_open("clear", session)
        await self._sessions.held("clear", (session,), lambda: self._forget(session))

    async def clearing(
        self, sessions: Iterable[str], action: Callable[[], Awaitable[object]]
    ) -> None:
        """Do *action* to the history of *sessions* while nothing runs in them.

        Raises:
            RunnerClosed: the runner is not open.
            WaitsForItself: the session waits for who asks this.
            Exception: what *action* raises; the sessions go on all the same.
        """
        names = names_of("clearing", sessions)
        if not callable(action):
            raise InvalidArgument("clearing, action", shown(action), "a function to await")
        self._check_open("clearing", *names)
        await self._sessions.held("clear", names, action)

    async def _forget(self, session: str) -> None:
        with self._sessions.used(session) as live:
            await live.forget()

    async def snapshot(self, session: str, platform: str | None = None) -> Snapshot | None:
        """Return what a turn would send in *session* now; nothing, where no model would be called.

        Raises:
            RunnerClosed: the runner is not open.
        """
        self._check_open("snapshot")
        self._sessions.check_named("snapshot", session)
        wanted = SnapshotWanted()
        with self._sessions.used(session) as live:
            await live.loaded.wait()
            live.set_place(await read_place(self._means, session))
            live.carrier.snapshots.append(wanted)
            live.happen(SnapshotAsked(platform))
            await wanted.done.wait()
        return wanted.taken

    async def resume(self, session: str | None = None) -> None:
        """Go on where the log says that *session* was when the program ended; without a name, all.

        Contract:
            A session is resumed by itself when something happens to it; this does it now.

        Raises:
            RunnerClosed: the runner is not open.
        """
        self._check_open("resume")
        logs = self._means.provided.logs
        if session is not None:
            self._sessions.check_named("resume", session)
            names: tuple[str, ...] = (session,)
        else:
            names = () if logs is None else await logs.sessions()
        for name in names:
            with self._sessions.used(name) as live:
                await live.loaded.wait()

    async def settled(self) -> None:
        """Wait until no session has anything to do.

        Raises:
            WaitsForItself: a session waits for who asks this.
        """
        self._sessions.check_not_inside("settled")
        await self._sessions.settled()

    def agent(self, session: str) -> Agent | None:
        """What is known of *session*, if it is in memory."""
        return self._sessions.agent(session)

    async def close(self) -> None:
        """Stop all turns, archive what waits, and end; nothing is handed over any more.

        Contract:
            Turns settle; what does not within the time of grace is cancelled, and settles then.
        """
        if self._means.group is None or self._means.closed:
            return
        self._means.closing = True
        with anyio.CancelScope(shield=True):
            await self._sessions.end()
        self._means.closed = True
        self._means.news.close()

    def _check_open(self, wanted: str, *waited_for: str) -> None:
        if self._means.group is None or self._means.closed:
            raise RunnerClosed(wanted)
        self._sessions.check_not_inside(wanted, waited_for)
