"""The log of one session in memory: each event is in it before anything comes of it."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from ctxfn.io.runner.means import Means
from ctxfn.io.runner.provided import Logs, SessionLog
from ctxfn.io.runner.waiting import Gone, within
from ctxfn.turns import Agent, AgentEvent, Log
from ctxfn.turns.exchange import LineTold

__all__ = ["Journal"]


class Journal:
    """Writes down what happens to a session, if there is a log.

    Once a write has failed the log lacks something: it begins anew, with the state, at the next. Where
    that fails as well it is closed, and opened again at the next. The same trouble is told once.
    """

    def __init__(self, name: str, means: Means) -> None:
        self._name, self._means = name, means
        self._stack: AsyncExitStack | None = None
        self._logs: Logs | None = None
        self._log: SessionLog | None = None
        self._whole = False
        self._told: set[str] = set()

    @property
    def is_open(self) -> bool:
        """Whether there is something to close."""
        return self._stack is not None

    async def load(self, agent: Agent) -> Log | None:
        """Return what the log knows, if there is one; one that is new begins with *agent*."""
        try:
            log = await self._opened(agent)
        except Gone as gone:
            self._tell("the log cannot be read", gone)
            return None
        return None if log is None else log.found

    async def write(self, agent: Agent, event: AgentEvent) -> None:
        """Write down that *event* happens to *agent*."""
        try:
            log = await self._opened(agent)
            if log is None:
                return
            if not self._whole:
                await self._within(functools.partial(log.compact, agent))
                self._whole = True
            await self._within(functools.partial(log.append, event))
            self._told.clear()
        except Gone as gone:
            self._tell("the log failed", gone)
            if not self._whole:
                await self.close()
            self._whole = False

    def goes_on(self) -> None:
        """Say that what happens now happens to the state that the log leads to."""
        self._whole = True

    async def begin_anew(self, agent: Agent) -> None:
        """Leave nothing in it but *agent*.

        Raises:
            Gone: it does not let go what is in it.
        """
        self._whole = False
        log = await self._opened(agent)
        if log is not None:
            await self._within(functools.partial(log.compact, agent, forget=True))
            self._whole = True

    async def close(self) -> None:
        """Let others have it."""
        stack, self._stack, self._log = self._stack, None, None
        self._whole = False
        if stack is not None:
            try:
                await self._within(stack.aclose)
            except Gone as gone:
                self._tell("the log failed", gone)

    async def _opened(self, agent: Agent) -> SessionLog | None:
        logs = self._means.provided.logs
        if self._log is not None and logs is self._logs:
            return self._log
        await self.close()
        if logs is None:
            return None
        stack = AsyncExitStack()

        async def enter() -> SessionLog:
            return await stack.enter_async_context(logs.open(self._name, agent))

        log = await within(self._means.limits.archive, enter)
        self._stack, self._logs, self._log = stack, logs, log
        return log

    async def _within(self, what: Callable[[], Awaitable[object]]) -> None:
        await within(self._means.limits.archive, what)

    def _tell(self, about: str, gone: Gone) -> None:
        if gone.words not in self._told:
            self._told.add(gone.words)
            self._means.tell(self._name, None, LineTold(about, gone.words))
