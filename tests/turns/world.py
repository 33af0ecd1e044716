"""A world for an agent: answers what it asks from a script, and remembers what it was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, assert_never

from attrs import define, evolve, field, frozen

from ctxfn.messages import Call, Message, text_of
from ctxfn.turns import (
    Agent,
    AgentEffect,
    AgentEvent,
    Happened,
    Input,
    Log,
    Material,
    Model,
    Place,
    Product,
    Response,
    Stored,
    advance,
    count_start,
)
from ctxfn.turns.bodies import store_input
from ctxfn.turns.exchange import (
    AfterModel,
    AfterTool,
    AfterTurn,
    Answer,
    AnswerValue,
    Archive,
    Ask,
    Asked,
    BeforeModel,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    BuildBlocks,
    Built,
    CallModel,
    CancelCall,
    Insert,
    Passed,
    Prepare,
    Prepared,
    ReplyChecked,
    Responded,
    Returned,
    RunTool,
    Saved,
    SendReply,
)
from ctxfn.turns.scheduling import ArchiveLoosely, Offer, OpenTurn, SessionEvent

MODEL = Model("m", 8192, "p", 1024, ("low", "high"))

MATERIAL = Material(MODEL, persona="You are Ann.")

W = TypeVar("W")


def person(key: str, words: str = "Hi") -> Input:
    """An input of a person."""
    return Input(key, words, "session", "web", user_id="ann", nickname="Ann")


def calls(*ids: str, arguments: str = "{}", text: str = "") -> Response:
    """An answer that asks for calls."""
    return Response(text, tuple(Call(one, "look", arguments) for one in ids))


@frozen
class Answered:
    """What was asked, and how it was answered."""

    ask: Ask
    value: AnswerValue
    at_ms: int


@define
class World:
    """Answers with the next of `responses`, and whatever `answers` has for an ask.

    `trace` is all that was told, asked and answered, in its order. A store that is `counting` is
    read behind the count line alone.
    """

    responses: list[Response] = field(factory=list)
    material: Material = MATERIAL
    products: tuple[Product, ...] = ()
    answers: dict[type, list[AnswerValue]] = field(factory=dict)
    agent: Agent = field(factory=Agent)
    began: Agent = field(init=False)
    stored: list[Stored] = field(factory=list)
    told: list[AgentEffect] = field(factory=list)
    pending: list[Asked] = field(factory=list)
    events: list[AgentEvent] = field(factory=list)
    arrivals: dict[int, list[SessionEvent]] = field(factory=dict)
    clock: int = 1_777_776_300_000
    second: int = 1_000
    choose: Callable[[int], int] = lambda _: 0
    called: int = 0
    trace: list[AgentEffect | Answered] = field(factory=list)
    counting: bool = False
    places: dict[str, Place] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.began = self.agent

    @property
    def log(self) -> Log:
        """All that happened."""
        return Log(self.began, tuple(self.events))

    def happen(self, event: SessionEvent) -> None:
        """Let *event* happen, without answering anything."""
        self.advance(Happened(event, self._tick()))

    def offer(self, *inputs: Input) -> None:
        for one in inputs:
            self.happen(Offer(one, self.agent.session.generation))

    def _tick(self) -> int:
        self.clock += self.second
        return self.clock

    def advance(self, event: AgentEvent) -> None:
        """Let the agent go on, and note what it wants."""
        self.events.append(event)
        self.agent, effects = advance(self.agent, event)
        for effect in effects:
            self.told.append(effect)
            self.trace.append(effect)
            if isinstance(effect, OpenTurn):
                self.places[effect.turn] = self.agent.place
            if isinstance(effect, ArchiveLoosely):
                place = self.agent.place
                self.stored.append(store_input(effect.input, place, None, None, self.clock))
            if isinstance(effect, CancelCall):
                self.pending = [one for one in self.pending if one.number != effect.number]
            if isinstance(effect, Asked):
                self.pending.append(effect)
                if isinstance(effect.ask, CallModel):
                    self.called += 1
                    for arrival in self.arrivals.pop(self.called, []):
                        self.happen(arrival)

    def answer(self, wanted: type[object] | None = None, value: AnswerValue | None = None) -> None:
        """Answer one ask: the first of this kind, or whichever the world chooses."""
        if wanted is None:
            asked = self.pending.pop(self.choose(len(self.pending)) % len(self.pending))
        else:
            asked = next(one for one in self.pending if isinstance(one.ask, wanted))
            self.pending.remove(asked)
        if value is None:
            given = self.answers.get(type(asked.ask))
            value = given.pop(0) if given else self._usual(asked)
        if isinstance(asked.ask, Archive) and isinstance(value, Saved):
            self.stored.append(asked.ask.stored)
        at_ms = self._tick()
        self.trace.append(Answered(asked.ask, value, at_ms))
        self.advance(Answer(asked.number, value, at_ms))

    def answer_until(self, wanted: type[object]) -> None:
        """Answer until the agent asks for this."""
        while not any(isinstance(one.ask, wanted) for one in self.pending):
            self.answer()

    def run(self, *inputs: Input) -> World:
        """Offer *inputs*, and answer until nothing is asked any more."""
        self.offer(*inputs)
        while self.pending:
            self.answer()
        return self

    def _usual(self, asked: Asked) -> AnswerValue:
        match asked.ask:
            case BeforeTurn() | BeforeModel() | AfterModel() | BeforeTool():
                return Passed()
            case AfterTool() | AfterTurn() | SendReply() | Insert():
                return Passed()
            case Archive():
                return Saved()
            case Prepare():
                return Prepared(self.read())
            case BuildBlocks(due):
                keys = {one.key for one in due}
                return Built(tuple(one for one in self.products if one.key in keys))
            case CallModel():
                return Responded(self.responses.pop(0) if self.responses else Response("Done."))
            case RunTool(_, call):
                return Returned(f"result of {call.id}")
            case BeforeReply(content):
                return ReplyChecked(content)
            case _:
                assert_never(asked.ask)

    def read(self) -> Material:
        """What a turn works with now."""
        if not self.counting:
            return evolve(self.material, history=tuple(self.stored))
        talk = [one for one in self.stored if not one.is_control]
        start = count_start(len(talk), self.material.settings.history_line)
        return evolve(self.material, history=tuple(talk[start:]), active=len(talk), offset=start)

    def asked(self, kind: type[W]) -> list[W]:
        """All asks of this kind."""
        asks = (one.ask for one in self.told if isinstance(one, Asked))
        return [one for one in asks if isinstance(one, kind)]

    def heard(self, kind: type[W]) -> list[W]:
        """All that was told of this kind."""
        return [one for one in self.told if isinstance(one, kind)]

    @property
    def sent(self) -> list[list[str]]:
        """The texts of each list that was sent."""
        return [words(one.messages) for one in self.asked(CallModel)]


def words(messages: Sequence[Message]) -> list[str]:
    """What each message says, behind a letter for its role."""
    return [f"{one.role[0]}:{text_of(one)}" for one in messages]
