"""One session at work: its mailbox, what it waits for, and who waits for it."""

from __future__ import annotations

import contextvars
import functools
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import anyio

from ctxfn.errors import CtxfnError
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.runner.answering import Asking, answer, failure
from ctxfn.io.runner.callers import Caller
from ctxfn.io.runner.carrying import Carrier
from ctxfn.io.runner.errors import NotForgotten
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.resuming import interrupted, last_stretch, unfinished
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
    write_event,
    write_record,
)
from ctxfn.turns.exchange import Answer, AnswerValue, Asked, Failed, LineTold, SendReply
from ctxfn.turns.scheduling import Hold, Release, SessionEvent

__all__ = ["LiveSession", "Mail"]

#: An event, or what makes one of the state it finds, or none.
Mail: TypeAlias = AgentEvent | Callable[[Agent], AgentEvent | None]


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
        self.scopes: dict[int, anyio.CancelScope] = {}
        self.gone: set[int] = set()
        self.context: contextvars.Context | None = None
        self.loaded = anyio.Event()
        self.resting = anyio.Event()
        self._mail: deque[Mail] = deque()
        self._awake = False
        self._logged = False

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
                    await self._load()
                    self.loaded.set()
                while self._mail:
                    await self._one(self._mail.popleft())
            finally:
                self._awake = False
        self.rest()

    def rest(self) -> None:
        """Leave memory, if nothing keeps it there."""
        agent = self.agent
        if self._awake or self._mail or self.users or self.scopes or self.callers or agent is None:
            return
        state = agent.session
        if state.running or state.waiting or state.gate or state.holds or state.aside:
            return
        self._rested(self)
        self.resting.set()

    async def _one(self, mail: Mail) -> None:
        agent = self.agent
        assert agent is not None, "loaded"
        event = mail(agent) if callable(mail) else mail
        if event is None:
            return
        try:
            event, after, effects = self._advanced(agent, event)
        except Exception as error:
            self.means.tell(self.name, None, LineTold("an event does not belong", reason_of(error)))
            return
        await self._log(agent, event)
        self.agent = after
        for effect in effects:
            await self.carrier.carry(effect)

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

    async def _log(self, agent: Agent, event: AgentEvent) -> None:
        """Write *event* down before anything comes of it; the state first, where that is not known."""
        log = self.means.services.log
        if log is None:
            self._logged = False
            return
        try:
            lines = (*(() if self._logged else (write_record(agent),)), write_event(event))
            for line in lines:
                append = functools.partial(log.append, self.name, line)
                await within(self.means.limits.archive, append)
            self._logged = True
        except (Gone, CtxfnError) as error:
            self._logged = False
            self.means.tell(self.name, None, LineTold("the log failed", str(error)))

    async def forget(self) -> None:
        """Leave nothing of what was said before in archive and log.

        Raises:
            NotForgotten: one of them does not let it go.
        """
        archive, log = self.means.services.archive, self.means.services.log
        seconds = self.means.limits.archive
        try:
            if archive is not None:
                await within(seconds, functools.partial(archive.clear, self.name))
            if log is not None:
                self._logged = False
                await within(seconds, functools.partial(log.clear, self.name))
        except Gone as gone:
            raise NotForgotten(self.name, gone.words) from gone

    async def _load(self) -> None:
        """Begin anew, or where the log ends, with everything that was still to be done."""
        means = self.means
        state = Session(self.name, f"{means.name_turns()}-", closed=means.closing)
        self.agent = Agent(state, wording=means.wording)
        log = means.services.log
        if log is None or self.name in means.rested:
            return
        try:
            text = await within(means.limits.archive, lambda: log.read(self.name))
            stretch = last_stretch(text)
            if stretch is None:
                return
            left = unfinished(stretch, means)
        except (Gone, CtxfnError) as error:
            means.tell(self.name, None, LineTold("the log cannot be read", str(error)))
            return
        busy = left.agent.session
        if not (
            busy.running or busy.waiting or busy.gate or busy.holds or busy.aside or left.loose
        ):
            return
        self.agent = left.agent
        for given in left.loose:
            await self.carrier.keep(given)
        for asked in left.asked:
            self.ask(asked, interrupted(asked, means))
        if busy.holds:
            means.start(None, self._finish_holds, busy.holds, left.deleting)

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

    def ask(self, asked: Asked, known: AnswerValue | None = None) -> None:
        """Have *asked* answered in a task of its own, or with what is *known*."""
        if known is not None:
            self.post(Answer(asked.number, known, self.means.clock()))
            return
        self.scopes[asked.number] = anyio.CancelScope(shield=True)
        self.means.start(self.context, self._answer, asked, self._asking(asked))

    def _asking(self, asked: Asked) -> Asking:
        turn = None if self.agent is None else self.agent.turn
        assert turn is not None, "only a turn asks"

        def stopped() -> bool:
            now = None if self.agent is None else self.agent.turn
            return now is None or now.turn != turn.turn or now.stop is not None

        return Asking(
            self.means,
            self.name,
            turn.turn,
            turn.lead.platform,
            asked.number,
            turn.batches + 1,
            stopped,
        )

    async def _answer(self, asked: Asked, asking: Asking) -> None:
        value = failure(asked.ask, "it was not waited for any longer")
        try:
            with self.scopes[asked.number]:
                try:
                    value = await answer(asking, asked.ask)
                except Gone as gone:
                    value = failure(asked.ask, gone.words)
                except Exception as error:
                    value = failure(asked.ask, reason_of(error))
        finally:
            del self.scopes[asked.number]
        if isinstance(asked.ask, SendReply) and not isinstance(value, Failed):
            self.carrier.said(asked.ask.reply)
        if asked.number in self.gone:
            self.gone.discard(asked.number)
            self.rest()
        else:
            self.post(Answer(asked.number, value, self.means.clock()))

    def cancel(self, number: int) -> None:
        """No longer want the answer to the ask of this number."""
        if number in self.scopes:
            self.gone.add(number)
            self.scopes[number].cancel()

    def give_up(self) -> None:
        """Wait for nothing any longer."""
        for scope in tuple(self.scopes.values()):
            scope.cancel()

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
