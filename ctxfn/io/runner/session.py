"""One session at work: its mailbox, what it waits for, and who waits for it."""

from __future__ import annotations

import contextvars
import functools
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import anyio
from attrs import frozen

from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.runner.asked import Asks
from ctxfn.io.runner.callers import Caller
from ctxfn.io.runner.carrying import Carrier
from ctxfn.io.runner.errors import NotForgotten, WaitsForItself
from ctxfn.io.runner.journal import Journal
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.resuming import interrupted, is_at_rest, unfinished
from ctxfn.io.runner.waiting import Gone, within
from ctxfn.turns import (
    Agent,
    AgentEffect,
    AgentEvent,
    Happened,
    Input,
    Place,
    PlaceRead,
    Session,
    advance,
)
from ctxfn.turns.exchange import Answer, Failed, LineTold
from ctxfn.turns.scheduling import Hold, Release, SessionEvent

__all__ = ["LiveSession", "Mail"]


@frozen(eq=False)
class _Errand:
    """Something to be done between two events."""

    work: Callable[[Agent], Awaitable[None]]


#: An event, or what makes one of the state it finds, or none.
Mail: TypeAlias = AgentEvent | Callable[[Agent], AgentEvent | None] | _Errand


class LiveSession:
    """A session in memory. What happens to it goes through its mailbox, one thing at a time.

    It leaves memory when nothing of it runs or waits, and nobody needs it.
    """

    def __init__(self, name: str, means: Means, rested: Callable[[LiveSession], None]) -> None:
        self.name, self.means, self._rested = name, means, rested
        self.agent: Agent | None = None
        self.users = 0
        self.place: Place | None = None
        self.callers: dict[str, list[Caller]] = {}
        self.carrier = Carrier(self)
        self.asks = Asks(self)
        self.slots = anyio.Semaphore(means.limits.tools_at_once)
        self.context: contextvars.Context | None = None
        self.loaded = anyio.Event()
        self.resting = anyio.Event()
        self._journal = Journal(name, means)
        self._mail: deque[Mail] = deque()
        self._awake = False
        self._waited_for: set[int] = set()

    @contextmanager
    def waits_for_this_task(self) -> Iterator[None]:
        """Note that nothing goes on here before what this task does in the block has ended."""
        task = anyio.get_current_task().id
        self._waited_for.add(task)
        try:
            yield
        finally:
            self._waited_for.discard(task)

    def check_not_inside(self, wanted: str) -> None:
        """Refuse what would wait for this session to a task that the session waits for."""
        if anyio.get_current_task().id in self._waited_for:
            raise WaitsForItself(wanted, self.name)

    @property
    def generation(self) -> int:
        """That in which an input enters now: deletions that are in the mail have begun."""
        known = 0 if self.agent is None else self.agent.session.generation
        coming = (one.event for one in self._mail if isinstance(one, Happened))
        return known + sum(isinstance(one, Hold) and one.reason == "delete" for one in coming)

    def happen(self, event: SessionEvent) -> None:
        """Let *event* happen now."""
        self.post(Happened(event, self.means.clock()))

    def post(self, mail: Mail) -> None:
        """Put *mail* into the mailbox, and see that it is read."""
        self._mail.append(mail)
        self.wake()

    def wake(self) -> None:
        """Read the mailbox, if nobody does; a session that is not known yet is read from its log."""
        if not self._awake:
            self._awake = True
            self.means.start(None, self._work)

    async def _work(self) -> None:
        with anyio.CancelScope(shield=True):
            try:
                if self.agent is None:
                    await self._begin()
                while self._mail or (self._is_idle and self._journal.is_open):
                    if self._mail:
                        await self._one(self._mail.popleft())
                    else:
                        await self._journal.close()
            finally:
                self._awake = False
        self.rest()

    async def _begin(self) -> None:
        try:
            await self._load()
        except Exception as error:
            line = LineTold("not all of it could be resumed", reason_of(error))
            self.means.tell(self.name, None, line)
        finally:
            self.loaded.set()

    def rest(self) -> None:
        """Leave memory, if nothing keeps it there; its log is closed first."""
        if self._awake or self._mail or not self._is_idle:
            return
        if self._journal.is_open:
            self.wake()
        else:
            self._rested(self)
            self.resting.set()

    @property
    def _is_idle(self) -> bool:
        """Whether nobody needs it, and it has nothing to do."""
        if self.users or self.asks.any or self.callers or self.agent is None:
            return False
        return is_at_rest(self.agent.session)

    async def _one(self, mail: Mail) -> None:
        agent = self.agent
        assert agent is not None, "loaded"
        if isinstance(mail, _Errand):
            await mail.work(agent)
            return
        event = mail(agent) if callable(mail) else mail
        if event is None:
            return
        try:
            event, after, effects = self._advanced(agent, event)
        except Exception as error:
            self.means.tell(self.name, None, LineTold("an event does not belong", reason_of(error)))
            return
        await self._journal.write(agent, event)
        self.agent = after
        for effect in effects:
            try:
                await self.carrier.carry(effect)
            except Exception as error:
                line = LineTold("an effect could not be carried out", reason_of(error))
                self.means.tell(self.name, None, line)

    def _advanced(
        self, agent: Agent, event: AgentEvent
    ) -> tuple[AgentEvent, Agent, tuple[AgentEffect, ...]]:
        """Reduce; an answer that the turn cannot take has failed."""
        ways = {"estimate": self.means.estimate, "estimate_text": self.means.estimate_text}
        try:
            return event, *advance(agent, event, **ways)  # type: ignore[arg-type]
        except Exception as error:
            if not isinstance(event, Answer) or isinstance(event.value, Failed):
                raise
            event = Answer(event.number, Failed(reason_of(error)), event.at_ms)
            return event, *advance(agent, event, **ways)  # type: ignore[arg-type]

    async def forget(self) -> None:
        """Leave nothing of what was said before in archive and log.

        Raises:
            NotForgotten: one of them does not let it go.
        """
        archive, errors, done = self.means.provided.archive, list[Gone](), anyio.Event()

        async def begin_anew(agent: Agent) -> None:
            try:
                await self._journal.begin_anew(agent)
            except Gone as gone:
                errors.append(gone)
            finally:
                done.set()

        try:
            if archive is not None:
                clear = functools.partial(archive.clear, self.name)
                await within(self.means.limits.archive, clear)
            self.post(_Errand(begin_anew))
            await done.wait()
            for gone in errors:
                raise gone
        except Gone as gone:
            raise NotForgotten(self.name, gone.words) from gone

    async def _load(self) -> None:
        """Begin anew, or where the log ends, with everything that was still to be done."""
        means = self.means
        state = Session(self.name, f"{means.name_turns()}-", closed=means.closing)
        self.agent = Agent(state, wording=means.wording)
        found = await self._journal.load(self.agent)
        if found is None or self.name in means.rested:
            return
        try:
            left = unfinished(found, means)
        except Exception as error:
            means.tell(self.name, None, LineTold("the log cannot be read", reason_of(error)))
            return
        if is_at_rest(left.agent.session) and not left.loose:
            return
        self.agent = left.agent
        if not left.reopened:
            self._journal.goes_on()
        for given in left.loose:
            await self.carrier.keep(given)
        for asked in left.asked:
            self.asks.ask(asked, interrupted(asked, means))
        if left.agent.session.holds:
            means.start(None, self._finish_holds, left.agent.session.holds, left.deleting)

    async def _finish_holds(self, holds: int, deleting: bool) -> None:
        """Do what a deletion had begun; of a clearing nobody knows what it was to clear."""
        self.users += 1
        try:
            await self.carrier.nothing_runs()
            if deleting:
                await self.forget()
            else:
                self.means.tell(self.name, None, LineTold("a clearing was interrupted"))
        except NotForgotten as error:
            self.means.tell(self.name, None, LineTold("a deletion failed", str(error)))
        finally:
            self.users -= 1
            for _ in range(holds):
                self.happen(Release())

    def offered(self, given: Input) -> bool:
        """Whether an input of this key is in it already, and not done with."""
        if given.key in self.callers:
            return True
        state = None if self.agent is None else self.agent.session
        if state is None:
            return False
        running = () if state.running is None else state.running.inputs
        gated = tuple(one.input for one in state.gate)
        every = (*running, *state.waiting, *state.aside, *gated)
        return any(one.key == given.key for one in every)

    @property
    def place_now(self) -> Place:
        """Who talks here, as far as is known."""
        return Place() if self.agent is None else self.agent.place

    def set_place(self, place: Place) -> None:
        """Note who talks here, if that is new."""
        before = self.place_now if self.place is None else self.place
        self.place = place
        if place != before:
            self.post(PlaceRead(place))
