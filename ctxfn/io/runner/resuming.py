"""Resuming: what a log says was still to be done when the program ended."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from ctxfn.io.runner.means import Means
from ctxfn.tools import wire_name
from ctxfn.turns import Agent, Happened, Log, replay
from ctxfn.turns.exchange import Asked, Failed, RunTool
from ctxfn.turns.scheduling import ArchiveLoosely, Hold, Input, Session

__all__ = ["Unfinished", "interrupted", "is_at_rest", "unfinished"]

_INTERRUPTED: Final = "the program stopped while this ran; it may have taken effect, wholly or in part, and was not run again"


@frozen
class Unfinished:
    """A session as it was: its state, what it waits for, and inputs that may not be kept yet.

    `deleting`: it was held to be deleted, and that did not end. `reopened`: the program was ending, and
    now is not.
    """

    agent: Agent
    asked: tuple[Asked, ...] = ()
    loose: tuple[Input, ...] = ()
    deleting: bool = False
    reopened: bool = False


def is_at_rest(session: Session) -> bool:
    """Whether nothing of it runs, waits or is held."""
    return not (
        session.running or session.waiting or session.gate or session.holds or session.aside
    )


def unfinished(log: Log, means: Means) -> Unfinished:
    """Let it happen again, and say where it stands.

    Raises:
        InvalidLog: an event does not belong to the state.
    """
    done = replay(log, estimate=means.estimate, estimate_text=means.estimate_text)
    loose: list[Input] = []
    deleting = False
    for moment in done.moments:
        if isinstance(moment.event, Happened) and isinstance(moment.event.event, Hold):
            loose.clear()
            deleting = deleting or moment.event.event.reason == "delete"
        loose += [one.input for one in moment.effects if isinstance(one, ArchiveLoosely)]
    held = done.agent.session.holds > 0
    session = evolve(done.agent.session, closed=means.closing)
    return Unfinished(
        evolve(done.agent, session=session),
        done.unanswered,
        tuple(loose),
        held and deleting,
        session != done.agent.session,
    )


def interrupted(asked: Asked, means: Means) -> Failed | None:
    """Answer for a tool that ran when the program stopped, unless it may be run again."""
    if not isinstance(asked.ask, RunTool):
        return None
    tool = asked.ask.call.tool
    name = tool if isinstance(tool, str) else wire_name(tool)
    known = means.provided.tools or ()
    if any(one.name == name and one.repeatable for one in known):
        return None
    return Failed(_INTERRUPTED)
