"""Replay: a log of events is the whole truth about a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, cast, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import Message
from ctxfn.turns.agent import AGENT, Agent, AgentEffect, AgentEvent, advance
from ctxfn.turns.errors import InvalidLog
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.exchange import Asked, CallModel
from ctxfn.turns.record_json import read_record, write_record

__all__ = [
    "Log",
    "Moment",
    "Replayed",
    "payload_of",
    "read_log",
    "replay",
    "write_event",
    "write_log",
]

_EVENTS: Final = get_args(AgentEvent)


@frozen
class Log:
    """How a session began, and all that happened to it since."""

    agent: Agent = AGENT
    events: tuple[AgentEvent, ...] = ()


@frozen
class Moment:
    """One event, the state behind it, and what was to be done."""

    event: AgentEvent
    agent: Agent
    effects: tuple[AgentEffect, ...]


@frozen
class Replayed:
    """A session as it was: the state behind the last event, and every moment before."""

    agent: Agent
    moments: tuple[Moment, ...] = ()

    @property
    def effects(self) -> tuple[AgentEffect, ...]:
        """All that was to be done, in order."""
        return tuple(effect for moment in self.moments for effect in moment.effects)

    @property
    def unanswered(self) -> tuple[Asked, ...]:
        """What the turn that runs still waits for: where a session goes on after a crash."""
        return () if self.agent.turn is None else self.agent.turn.awaited

    @property
    def payloads(self) -> tuple[str, ...]:
        """Every request to the model, as `payload_of` writes it."""
        asks = (effect.ask for effect in self.effects if isinstance(effect, Asked))
        return tuple(payload_of(ask) for ask in asks if isinstance(ask, CallModel))


@blames_arguments
def payload_of(call: CallModel) -> str:
    """Write a request to the model, the same bytes for the same request.

    Contract:
        Everything of it that a client needs: messages, tools, the model and its limits.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidLog: a number in it is none of JSON's.

    Examples:
        >>> payload_of(CallModel((), (), "m", "p", 9, None, "s", "chat"))[:37]
        '{"is":"CallModel","max_output":9,"mes'
    """
    return write_record(call)


@blames_arguments
def write_event(event: AgentEvent) -> str:
    """Write one event as a line of a log, without the end of the line.

    Contract:
        One line, ASCII. Append it before its effects are carried out, and nothing that was done
        is ever unknown.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidLog: a number in it is none of JSON's.

    Examples:
        >>> from ctxfn.turns import Happened
        >>> from ctxfn.turns.scheduling import StopTurn
        >>> write_event(Happened(StopTurn(), 5))
        '{"at_ms":5,"event":{"is":"StopTurn"},"is":"Happened"}'
    """
    return write_record(event)


@blames_arguments
def write_log(log: Log) -> str:
    """Write *log* as JSON Lines: how it began, then an event a line.

    Contract:
        ``read_log(write_log(log)) == log``; equal logs are equal text.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidLog: a number in it is none of JSON's.

    Examples:
        >>> write_log(Log())
        '{"is":"Agent"}\\n'
    """
    lines = (write_record(log.agent), *map(write_event, log.events))
    return "".join(f"{line}\n" for line in lines)


@blames_arguments
def read_log(text: str) -> Log:
    """Read a log that `write_log` wrote, or that was written event by event.

    Contract:
        Blank lines are nothing. A last line without an end that cannot be read was being written
        when the program stopped, and is left out.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidLog: a line holds something else; it says which and what.

    Examples:
        >>> read_log('{"is":"Agent"}\\n{"is":"Happ') == Log()
        True
    """
    lines = text.split("\n")
    records = list(_records(lines))
    if not records or not isinstance(records[0][1], Agent):
        raise InvalidLog(1, shown(records[0][1]) if records else "nothing", "an Agent")
    events: list[AgentEvent] = []
    for number, record in records[1:]:
        if not isinstance(record, _EVENTS):
            raise InvalidLog(number, shown(record), "an event")
        events.append(cast("AgentEvent", record))
    return Log(records[0][1], tuple(events))


def _records(lines: Sequence[str]) -> Iterator[tuple[int, object]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, read_record(line, line=number)
        except InvalidLog:
            if number < len(lines) or number == 1:
                raise


@blames_arguments
def replay(
    log: Log,
    *,
    events: int | None = None,
    estimate: Callable[[Message], int] = estimate_message,
    estimate_text: Callable[[str], int] = estimate_characters,
) -> Replayed:
    """Let everything happen again, up to the event of that number, or to the end.

    Contract:
        The same states, effects and requests as when it happened; nothing is carried out. With
        the estimates it was run with.

    Complexity: that of all its events.

    Source: ours.

    Raises:
        InvalidArgument: there are not so many events.

    Examples:
        >>> from ctxfn.turns import Happened
        >>> from ctxfn.turns.scheduling import Input, Offer
        >>> log = Log(events=(Happened(Offer(Input("1", "Hi", "session", "web"), 0), 5),))
        >>> replay(log).agent.turn.phase, replay(log, events=0).agent.turn
        ('before', None)
    """
    count = len(log.events) if events is None else events
    if not 0 <= count <= len(log.events):
        expected = f"a number from 0 to {len(log.events)}"
        raise InvalidArgument("replay, events", shown(events), expected)
    moments = tuple(_moments(log.agent, log.events[:count], estimate, estimate_text))
    return Replayed(moments[-1].agent if moments else log.agent, moments)


def _moments(
    agent: Agent,
    events: Iterable[AgentEvent],
    estimate: Callable[[Message], int],
    estimate_text: Callable[[str], int],
) -> Iterator[Moment]:
    for event in events:
        agent, effects = advance(agent, event, estimate=estimate, estimate_text=estimate_text)
        yield Moment(event, agent, effects)
