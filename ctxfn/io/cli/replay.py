"""`ctxfn replay`: what happened in a session, from its log."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from ctxfn.io.cli.options import AsJson, Quiet
from ctxfn.io.cli.reading import read_file
from ctxfn.io.cli.terminal import Terminal, plural, terminal
from ctxfn.turns import Agent, Moment, Replayed, payload_of, read_log, replay, write_record
from ctxfn.turns.exchange import Answer, Asked, CallModel

__all__ = ["replay_log"]


def replay_log(
    log: Annotated[str, typer.Argument(metavar="LOG", help="The log of a session, JSON Lines.")],
    event: Annotated[
        int | None,
        typer.Option("--event", metavar="N", help="Stop behind the event of this number."),
    ] = None,
    payloads: Annotated[
        bool, typer.Option("--payloads", help="Write the requests to the model, and only them.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Run the log of a session again, and say what happened; nothing is carried out.

    With --quiet, only how it stands in the end.
    """
    seen = terminal(json=as_json, quiet=quiet)
    done = replay(read_log(read_file(log)), events=event)
    if payloads:
        for payload in done.payloads:
            seen.out.file.write(f"{payload}\n")
        return
    for number, moment in enumerate(done.moments, 1):
        if as_json:
            seen.data(_object(number, moment))
        elif not quiet:
            _print(seen, number, moment)
    if not as_json:
        _stands(seen, done)


def _object(number: int, moment: Moment) -> dict[str, object]:
    return {
        "event": number,
        "happened": json.loads(write_record(moment.event)),
        "effects": [json.loads(write_record(effect)) for effect in moment.effects],
        "state": json.loads(write_record(moment.agent)),
    }


def _print(seen: Terminal, number: int, moment: Moment) -> None:
    what = moment.event
    inner = what.value if isinstance(what, Answer) else getattr(what, "event", what)
    to = f" to {what.number}" if isinstance(what, Answer) else ""
    seen.answer(f"{number:>5}  {type(inner).__name__}{to}")
    for effect in moment.effects:
        seen.answer(f"       -> {_told(effect)}")


def _told(effect: object) -> str:
    if not isinstance(effect, Asked):
        return type(effect).__name__
    size = ""
    if isinstance(effect.ask, CallModel):
        size = f" ({plural(len(effect.ask.messages), 'message')}, "
        size += f"{plural(len(payload_of(effect.ask)), 'byte')})"
    return f"{effect.number} {type(effect.ask).__name__}{size}"


def _stands(seen: Terminal, done: Replayed) -> None:
    seen.answer(f"{plural(len(done.moments), 'event')}; {_state(done.agent)}")
    for asked in done.unanswered:
        seen.answer(f"waits for {asked.number} {type(asked.ask).__name__}")


def _state(agent: Agent) -> str:
    waiting = plural(len(agent.session.waiting), "input")
    if agent.turn is None:
        return f"no turn runs, {waiting} waiting"
    return f"{agent.turn.turn} runs ({agent.turn.phase}), {waiting} waiting"
