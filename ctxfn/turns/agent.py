"""An agent in one session: the scheduler and the turn that runs, as one state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.messages import Message
from ctxfn.turns.contributions import Contribution
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.exchange import Answer, Asked, Insert, Inserted, TurnEnded, TurnFinal, TurnRequest
from ctxfn.turns.machine import step, stop_turn
from ctxfn.turns.opening import begin
from ctxfn.turns.place import PLACE, Place
from ctxfn.turns.scheduling import (
    SESSION,
    Abort,
    Drain,
    Ended,
    Join,
    NoMoreJoins,
    OpenTurn,
    Session,
    SessionEffect,
    SessionEvent,
    reduce,
)
from ctxfn.turns.turn_state import TurnState
from ctxfn.turns.wording import WORDING, Wording

__all__ = [
    "AGENT",
    "Advanced",
    "Agent",
    "AgentEffect",
    "AgentEvent",
    "ContributionsRead",
    "Happened",
    "PlaceRead",
    "advance",
]


@frozen
class Agent:
    """All there is to know of one session. A turn keeps the `place` it opened in.

    `asked` is how many asks there were in the turns before: a late answer to one of those must
    not be taken for that to another.
    """

    session: Session = SESSION
    turn: TurnState | None = None
    place: Place = PLACE
    wording: Wording = WORDING
    asked: int = 0


#: Nothing has happened yet.
AGENT: Final = Agent()


@frozen
class Happened:
    """Something happened to the session at this moment."""

    event: SessionEvent
    at_ms: int = 0


@frozen
class PlaceRead:
    """The place is another now; it counts from the next turn on."""

    place: Place


@frozen
class ContributionsRead:
    """These contributions there are now; the turn that runs asks new ones before its next call."""

    contributions: tuple[Contribution, ...]


AgentEvent: TypeAlias = Happened | Answer | PlaceRead | ContributionsRead
AgentEffect: TypeAlias = SessionEffect | TurnRequest
Advanced: TypeAlias = tuple[Agent, tuple[AgentEffect, ...]]


@frozen
class _Way:
    """When it happens, and how tokens are estimated."""

    at_ms: int
    estimate: Callable[[Message], int]
    estimate_text: Callable[[str], int]


@blames_arguments
def advance(
    agent: Agent,
    event: AgentEvent,
    *,
    estimate: Callable[[Message], int] = estimate_message,
    estimate_text: Callable[[str], int] = estimate_characters,
) -> Advanced:
    """Return the agent behind *event*, and all that is to be done, in order.

    Contract:
        What scheduler and turn want of each other is settled inside: an insertion point takes
        what waits, an ended turn opens the next. Everything else is in the effects. An answer to
        a turn that has ended changes nothing. The same events give the same states and effects.

    Complexity: O(entries of the list) for each turn that moves.

    Source: the chat agent, rules B and C.

    Raises:
        InvalidArgument: *agent* is no agent, or *event* no event of one.

    Examples:
        >>> from ctxfn.turns.scheduling import Input, Offer
        >>> hi = Offer(Input("1", "Hi", "session", "web"), 0)
        >>> agent, effects = advance(Agent(), Happened(hi, 1_000))
        >>> [type(effect).__name__ for effect in effects]
        ['EntryLogged', 'OpenTurn', 'Asked']
        >>> effects[-1].number, agent.turn.turn, agent.turn.phase
        (1, 'turn-1', 'before')
    """
    check_argument("advance, agent", agent, Agent, "an Agent")
    check_argument("advance, event", event, AgentEvent, "an event of an agent")
    match event:
        case PlaceRead(place):
            return evolve(agent, place=place), ()
        case ContributionsRead(contributions):
            return _contributed(agent, contributions), ()
        case Happened(happened, at_ms):
            way = _Way(at_ms, estimate, estimate_text)
            session, effects = reduce(agent.session, happened)
            return _settled(evolve(agent, session=session), effects, way)
        case Answer():
            way = _Way(event.at_ms, estimate, estimate_text)
            return _stepped(agent, event, way)
        case _:
            assert_never(event)


def _contributed(agent: Agent, contributions: tuple[Contribution, ...]) -> Agent:
    """Let a turn that is prepared know; one that is not reads them when it is."""
    turn = agent.turn
    if turn is None or turn.material is None:
        return agent
    material = evolve(turn.material, contributions=contributions)
    return evolve(agent, turn=evolve(turn, material=material))


def _stepped(agent: Agent, answer: Answer, way: _Way) -> Advanced:
    if agent.turn is None:
        return agent, ()
    turn, requests = step(
        agent.turn, answer, estimate=way.estimate, estimate_text=way.estimate_text
    )
    return _settled(evolve(agent, turn=turn), requests, way)


def _settled(agent: Agent, effects: tuple[AgentEffect, ...], way: _Way) -> Advanced:
    """Let each effect have its consequences inside, right behind it."""
    done: list[AgentEffect] = []
    due = list(reversed(effects))
    while due:
        effect = due.pop()
        agent, more, told = _consequence(agent, effect, way)
        if told:
            done.append(effect)
        due += reversed(more)
    return agent, tuple(done)


def _consequence(
    agent: Agent, effect: AgentEffect, way: _Way
) -> tuple[Agent, tuple[AgentEffect, ...], bool]:
    """Return what an effect makes of the agent, what follows, and whether the world is told."""
    more: tuple[AgentEffect, ...] = ()
    match effect:
        case OpenTurn(name, inputs, late):
            turn, more = begin(
                name,
                inputs,
                session=agent.session.name,
                late=late,
                place=agent.place,
                wording=agent.wording,
                at_ms=way.at_ms,
                asked=agent.asked,
            )
            return evolve(agent, turn=turn), more, True
        case Abort(_, stop) if agent.turn is not None:
            turn, more = stop_turn(agent.turn, stop, at_ms=way.at_ms)
            return evolve(agent, turn=turn), more, True
        case Asked(number, Insert()):
            return _insert(agent, number, way)
        case TurnFinal(name):
            session, more = reduce(agent.session, NoMoreJoins(name))
            return evolve(agent, session=session), more, True
        case TurnEnded(name, outcome, milliseconds):
            session, more = reduce(agent.session, Ended(name, outcome, milliseconds))
            asked = agent.asked if agent.turn is None else agent.turn.number
            return evolve(agent, session=session, turn=None, asked=asked), more, True
        case _:
            return agent, (), True


def _insert(agent: Agent, number: int, way: _Way) -> tuple[Agent, tuple[AgentEffect, ...], bool]:
    """Let what waits join; the answer goes to the turn behind what the scheduler tells of it."""
    if agent.turn is None:
        return agent, (), False
    session, effects = reduce(agent.session, Drain(agent.turn.turn))
    inputs = tuple(one for effect in effects if isinstance(effect, Join) for one in effect.inputs)
    told: tuple[AgentEffect, ...] = effects if inputs else ()
    answer = Answer(number, Inserted(inputs), way.at_ms)
    turn, requests = step(
        agent.turn, answer, estimate=way.estimate, estimate_text=way.estimate_text
    )
    return evolve(agent, session=session, turn=turn), (*told, *requests), False
