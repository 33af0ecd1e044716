"""The effects of a session, carried out in their order."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import anyio

from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.runner.answering import save
from ctxfn.io.runner.callers import Became, Caller
from ctxfn.io.runner.snapshots import take_snapshot
from ctxfn.io.runner.waiting import Gone
from ctxfn.turns import AgentEffect, Input, Snapshot, UsageLog, log_usage, store_input
from ctxfn.turns.exchange import (
    Asked,
    CancelCall,
    LineTold,
    Reply,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    TurnFinal,
    UsageTold,
)
from ctxfn.turns.scheduling import (
    Abort,
    ArchiveLoosely,
    DropInput,
    FinishInput,
    HoldReady,
    Join,
    NothingRuns,
    OpenTurn,
    TakeSnapshot,
)

if TYPE_CHECKING:
    from ctxfn.io.runner.session import LiveSession

__all__ = ["Carrier", "SnapshotWanted"]


class SnapshotWanted:
    """Somebody who waits for a snapshot."""

    def __init__(self) -> None:
        self.taken: Snapshot | None = None
        self.done = anyio.Event()


class Carrier:
    """Carries out what is to be done for one session."""

    def __init__(self, live: LiveSession) -> None:
        self._live = live
        self._ready: list[anyio.Event] = []
        self._usage = UsageLog()
        self._turn: str | None = None
        self.snapshots: deque[SnapshotWanted] = deque()

    async def carry(self, effect: AgentEffect) -> None:
        """Do what *effect* says."""
        match effect:
            case Asked():
                self._live.asks.ask(effect)
            case CancelCall(number):
                self._live.asks.cancel(number)
            case OpenTurn() | Join():
                self._enter(effect)
            case ArchiveLoosely(given):
                await self.keep(given)
            case DropInput(given):
                self._finish(given, "dropped")
            case FinishInput(given):
                self._finish(given)
            case HoldReady():
                self._all_ready()
            case TakeSnapshot(_, platform):
                self._live.means.start(None, self._snapshot, platform)
            case _:
                self._tell(effect)

    def _tell(self, effect: AgentEffect) -> None:
        live = self._live
        match effect:
            case UsageTold(event):
                self._usage, line = log_usage(self._usage, event)
                if line is not None:
                    live.means.line(line)
            case TurnEnded(turn, outcome, _, error):
                for caller in self._callers():
                    if caller.turn == turn:
                        caller.outcome, caller.error = outcome, error
            case Abort() | TurnFinal() | NothingRuns():
                return
            case _:
                pass
        key = effect.key if isinstance(effect, ToolStarted | ToolEnded) else None
        live.means.tell(live.name, self._turn, effect, key)  # type: ignore[arg-type]

    def expect(self, caller: Caller) -> None:
        """Let *caller* wait for an input, also for one that is in its turn already."""
        live = self._live
        running = None if live.agent is None else live.agent.session.running
        for place, given in enumerate(() if running is None else running.inputs):
            if running is not None and given.key == caller.key:
                caller.became = "opened" if place < running.opened else "joined"
                caller.turn = running.turn
        live.callers.setdefault(caller.key, []).append(caller)

    def _enter(self, effect: OpenTurn | Join) -> None:
        """Note in which turn inputs are; one that opens runs with the variables of who led it."""
        live = self._live
        self._turn = effect.turn
        became: Became = "opened" if isinstance(effect, OpenTurn) else "joined"
        for given in effect.inputs:
            for caller in live.callers.get(given.key, ()):
                caller.became, caller.turn = became, effect.turn
        if isinstance(effect, OpenTurn):
            lead = live.callers.get(effect.inputs[0].key)
            live.context = lead[0].context if lead else None
        live.means.tell(live.name, effect.turn, effect)

    def said(self, reply: Reply) -> None:
        """Note what a turn replied."""
        for caller in self._callers():
            if caller.turn == reply.turn:
                caller.reply = reply.text

    def _callers(self) -> tuple[Caller, ...]:
        return tuple(one for some in self._live.callers.values() for one in some)

    async def keep(self, given: Input) -> None:
        """Archive an input that no turn took; once, however often it is done."""
        live = self._live
        stored = store_input(given, live.place_now, None, None, live.means.clock())
        try:
            await save(live.means, live.name, f"input:{given.key}", stored, None)
        except Gone as gone:
            live.means.tell(live.name, None, LineTold("archive failed", gone.words))
        self._finish(given, "archived")

    def _finish(self, given: Input, became: Became | None = None) -> None:
        for caller in self._live.callers.pop(given.key, ()):
            caller.became = caller.became if became is None else became
            caller.done.set()

    async def nothing_runs(self) -> None:
        """Wait until a session that is held has nothing that runs."""
        agent = self._live.agent
        if agent is not None and agent.session.running is None and agent.session.holds:
            return
        ready = anyio.Event()
        self._ready.append(ready)
        await ready.wait()

    def _all_ready(self) -> None:
        for ready in self._ready:
            ready.set()
        self._ready.clear()

    async def _snapshot(self, platform: str | None) -> None:
        wanted = self.snapshots.popleft()
        try:
            wanted.taken = await take_snapshot(
                self._live.means, self._live.name, platform, self._live.place_now
            )
        except Exception as error:
            words = error.words if isinstance(error, Gone) else reason_of(error)
            self._live.means.tell(self._live.name, None, LineTold("no snapshot", words))
        finally:
            wanted.done.set()
