"""The handing over of an input: hooks first, then the mailbox, then a wait until it is done with."""

from __future__ import annotations

import contextvars

import anyio
from attrs import evolve

from ctxfn.io.runner.callers import Caller, Fate
from ctxfn.io.runner.hooks import At
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.preparing import read_place
from ctxfn.io.runner.session import LiveSession
from ctxfn.io.runner.waiting import Gone, within
from ctxfn.turns import Agent, Happened, Input
from ctxfn.turns.exchange import LineTold, StreamEnded, Swallowed
from ctxfn.turns.scheduling import Offer, StopTurn

__all__ = ["offer"]


async def offer(means: Means, live: LiveSession, given: Input) -> Fate:
    """Hand *given* over to its session, and say what became of it.

    What its session was when it came in counts: one that is deleted meanwhile takes it along.
    """
    await live.loaded.wait()
    generation = live.generation
    if not live.offered(given):
        passed = await _prepared(means, live, given)
        if isinstance(passed, Fate):
            return passed
        given = passed
        live.set_place(await read_place(means, live.name))
    caller = Caller(given.key, contextvars.copy_context())
    known = live.offered(given)
    live.carrier.expect(caller)
    if not known:
        live.happen(Offer(given, generation))
    try:
        await caller.done.wait()
    except BaseException:
        await _let_go(means, live, caller)
        raise
    return caller.fate


async def _prepared(means: Means, live: LiveSession, given: Input) -> Input | Fate:
    """Let hooks see it; what they hold back goes no further."""
    at = At("input:before", live.name)
    try:
        passed = await within(means.limits.hook, lambda: means.hooks.passed(at, given))
    except Gone as gone:
        means.tell(live.name, None, LineTold("a hook before an input failed", gone.words))
        return Fate(given.key, "failed", error=gone.words)
    if not isinstance(passed, Swallowed):
        return evolve(passed, key=given.key, session=given.session)
    if live.agent is None or live.agent.session.running is None:
        means.tell(live.name, None, StreamEnded())
    return Fate(given.key, "swallowed")


async def _let_go(means: Means, live: LiveSession, caller: Caller) -> None:
    """Stop waiting; who opened the turn that runs stops it, and sees it settled."""
    others = [one for one in live.callers.get(caller.key, ()) if one is not caller]
    if caller.done.is_set() or others:
        return
    leads = anyio.Event()

    def stop(agent: Agent) -> Happened | None:
        running = agent.session.running
        if running is not None and running.inputs[0].key == caller.key:
            return Happened(StopTurn(reason="cancelled"), means.clock())
        leads.set()
        return None

    live.post(stop)
    with anyio.CancelScope(shield=True):
        async with anyio.create_task_group() as group:

            async def wait_for(event: anyio.Event) -> None:
                await event.wait()
                group.cancel_scope.cancel()

            group.start_soon(wait_for, leads)
            group.start_soon(wait_for, caller.done)
