"""The sessions in memory: kept while they are used, held while something is done to them, ended together."""

from __future__ import annotations

import contextvars
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

import anyio

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.session import LiveSession
from ctxfn.io.runner.waiting import failed_itself
from ctxfn.turns import Agent, AgentEvent
from ctxfn.turns.scheduling import DropAll, Hold, HoldReason, Release

__all__ = ["Sessions", "names_of"]


class Sessions:
    """All sessions of a runner that are in memory."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._live: dict[str, LiveSession] = {}

    @property
    def any(self) -> bool:
        """Whether a session has something to do, or is used."""
        return bool(self._live)

    @contextmanager
    def used(self, session: str) -> Iterator[LiveSession]:
        """Keep *session* in memory while something is done with it."""
        live = self._live.get(session)
        if live is None:
            live = self._live[session] = LiveSession(session, self._means, self._rested)
            live.wake()
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            live.rest()

    def _rested(self, live: LiveSession) -> None:
        self._live.pop(live.name, None)
        if self._means.provided.logs is not None:
            self._means.rested.add(live.name)

    def agent(self, session: str) -> Agent | None:
        """What is known of *session*, if it is in memory."""
        live = self._live.get(session)
        return None if live is None else live.agent

    def post(self, event: AgentEvent) -> None:
        """Let *event* happen to every session in memory."""
        for live in tuple(self._live.values()):
            live.post(event)

    def check_not_inside(self, wanted: str, sessions: Iterable[str] | None = None) -> None:
        """Refuse what would wait for one of *sessions* (or any) where that one waits for who asks.

        Raises:
            WaitsForItself: it does.
        """
        for name in tuple(self._live) if sessions is None else sessions:
            self.check_named(wanted, name)
            live = self._live.get(name)
            if live is not None:
                live.check_not_inside(wanted)

    def check_named(self, wanted: str, session: str) -> None:
        """Refuse what is no name of a session."""
        check_argument(f"{wanted}, session", session, str, "the name of a session")

    async def settled(self) -> None:
        """Wait until no session has anything to do."""
        while self._live:
            await next(iter(self._live.values())).resting.wait()

    async def held(
        self, reason: HoldReason, sessions: tuple[str, ...], action: Callable[[], Awaitable[object]]
    ) -> None:
        """Hold *sessions*, act and release, in a task of its own: no cancelling leaves it half done.

        Raises:
            Exception: what *action* raises.
        """
        done, errors, stack = anyio.Event(), list[BaseException](), ExitStack()
        lives = [stack.enter_context(self.used(name)) for name in sessions]
        for live in lives:
            live.happen(Hold(reason))

        async def work() -> None:
            with anyio.CancelScope(shield=True), stack:
                for live in lives:
                    stack.enter_context(live.waits_for_this_task())
                try:
                    for live in lives:
                        await live.carrier.nothing_runs()
                    await action()
                except BaseException as error:
                    if not failed_itself(error):
                        raise
                    errors.append(error)
                finally:
                    for live in lives:
                        live.happen(Release())
                    done.set()

        self._means.start(contextvars.copy_context(), work)
        await done.wait()
        if errors:
            raise errors[0]

    async def end(self) -> None:
        """Stop all turns and archive what waits; what does not settle in time is cancelled, and settles."""
        grace = self._means.limits.grace
        for live in tuple(self._live.values()):
            live.happen(DropAll("shutdown"))
        with anyio.move_on_after(grace):
            await self.settled()
        with anyio.move_on_after(grace):
            while self._live:
                for live in tuple(self._live.values()):
                    live.asks.give_up()
                await anyio.sleep(0.01)


def names_of(wanted: str, sessions: Iterable[str]) -> tuple[str, ...]:
    """Return names of sessions, each once; one text is no list of them."""
    if isinstance(sessions, str) or not isinstance(sessions, Iterable):
        raise InvalidArgument(f"{wanted}, sessions", shown(sessions), "names of sessions")
    return tuple(dict.fromkeys(sessions))
