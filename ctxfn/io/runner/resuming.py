"""Resuming: what a log says was still to be done when the program ended."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from ctxfn.io.runner.means import Means
from ctxfn.tools import wire_name
from ctxfn.turns import Agent, Happened, Log, read_log, replay
from ctxfn.turns.exchange import Asked, Failed, RunTool
from ctxfn.turns.scheduling import ArchiveLoosely, Hold, Input

__all__ = ["Unfinished", "interrupted", "last_stretch", "unfinished"]

#: How the line of a state is told from that of an event; a text inside one has its quotes escaped.
_STATE: Final = '"is":"Agent"'

_INTERRUPTED: Final = "the program stopped while this ran; it may have taken effect, wholly or in part, and was not run again"


@frozen
class Unfinished:
    """A session as it was: its state, what it waits for, and inputs that may not be kept yet.

    `deleting`: it was held to be deleted, and that did not end.
    """

    agent: Agent
    asked: tuple[Asked, ...] = ()
    loose: tuple[Input, ...] = ()
    deleting: bool = False


def last_stretch(text: str) -> Log | None:
    """Read a log from the last state on that stands in it; nothing, where it has none."""
    lines = text.split("\n")
    begin = next((at for at in reversed(range(len(lines))) if _STATE in lines[at]), None)
    return None if begin is None else read_log("\n".join(lines[begin:]))


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
        evolve(done.agent, session=session), done.unanswered, tuple(loose), held and deleting
    )


def interrupted(asked: Asked, means: Means) -> Failed | None:
    """Answer for a tool that ran when the program stopped, unless it may be run again."""
    if not isinstance(asked.ask, RunTool):
        return None
    tool = asked.ask.call.tool
    name = tool if isinstance(tool, str) else wire_name(tool)
    known = means.services.tools or ()
    if any(one.name == name and one.repeatable for one in known):
        return None
    return Failed(_INTERRUPTED)
