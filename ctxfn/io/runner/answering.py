"""What a turn asks, answered by what is provided, by hooks and tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar, assert_never

import anyio
from attrs import evolve, frozen

from ctxfn.io.models import CallDelta, Delta, ReasoningDelta, TextDelta
from ctxfn.io.runner.hooks import At, Point
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.preparing import client_of, prepare
from ctxfn.io.runner.tools import ToolRun
from ctxfn.io.runner.waiting import Gone, within
from ctxfn.io.sources import AgentEvent
from ctxfn.messages import Call
from ctxfn.tools import wire_name
from ctxfn.turns import Entry, Handed, Response, Segment, Stored, TextSegment, ThoughtSegment
from ctxfn.turns.exchange import (
    AfterModel,
    AfterTool,
    AfterTurn,
    AnswerValue,
    Archive,
    Ask,
    BeforeModel,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    BuildBlocks,
    CallModel,
    Failed,
    Insert,
    Listed,
    NotSaved,
    Passed,
    Prepare,
    ReplyChecked,
    Responded,
    ResultSeen,
    Returned,
    RunTool,
    Saved,
    SendReply,
    Swallowed,
)

__all__ = ["Asking", "answer", "at_once", "failure", "listed", "save"]

V = TypeVar("V")

#: At which point hooks see an ask.
_POINTS: Final[Mapping[type, Point]] = MappingProxyType(
    {
        BeforeTurn: "turn:before",
        BeforeModel: "model:before",
        AfterModel: "model:after",
        BeforeTool: "tool:before",
        AfterTool: "tool:after",
        BeforeReply: "reply:before",
        AfterTurn: "turn:after",
    }
)


@frozen(eq=False)
class Asking:
    """Who asks: which turn of which session, where it came in, and whether it is to stop.

    `number` is that of the ask; `batch` the one that the next calls of the model belong to. So many
    tools run at a time as there are `slots`.
    """

    means: Means
    session: str
    turn: str
    platform: str
    number: int
    batch: int
    slots: anyio.Semaphore
    stopped: Callable[[], bool]


async def answer(asking: Asking, ask: Ask) -> AnswerValue:
    """Answer *ask*; what goes wrong is the answer.

    Raises:
        Gone: it took too long, or raised.
    """
    match ask:
        case Archive(stored):
            return await save(
                asking.means, asking.session, f"{asking.turn}:{asking.number}", stored, asking.turn
            )
        case Prepare():
            return await within(
                asking.means.limits.prepare,
                lambda: prepare(asking.means, asking.session, asking.platform, asking.turn),
            )
        case BuildBlocks():
            return await asking.means.contributions.built(ask)
        case CallModel():
            return await _call(asking, ask)
        case RunTool(key, call):
            return await _run(asking, key, call, ask)
        case SendReply():
            return await _send(asking, ask)
        case Insert():
            return Passed()
        case _:
            return await _hooked(asking, ask)


def at_once(means: Means, ask: Ask) -> AnswerValue | None:
    """Answer for hooks where there are none: nothing is to be waited for."""
    point = _POINTS.get(type(ask))
    if point is None or means.hooks.names(point):
        return None
    return ReplyChecked(ask.content) if isinstance(ask, BeforeReply) else Passed()


def failure(ask: Ask, words: str) -> AnswerValue:
    """Say that *ask* has no better answer than *words*."""
    return NotSaved(words) if isinstance(ask, Archive) else Failed(words)


async def save(
    means: Means, session: str, key: str, stored: Stored, turn: str | None
) -> AnswerValue:
    """Keep a message, if there is an archive."""
    archive = means.provided.archive
    if archive is None:
        means.warn_once(session, turn, "there is no archive: nothing is kept")
        return NotSaved()
    await within(means.limits.archive, lambda: archive.save(session, key, stored))
    return Saved()


async def _call(asking: Asking, ask: CallModel) -> AnswerValue:
    means = asking.means
    client = client_of(means, ask.provider, ask.model)
    if client is None:
        return Failed(f"the model {ask.provider}/{ask.model} is not there any more")
    heard: list[Segment] = []

    def hear(delta: Delta) -> None:
        key = None
        match delta:
            case TextDelta(text):
                heard.append(TextSegment(text))
            case ReasoningDelta(text):
                heard.append(ThoughtSegment(text))
            case CallDelta(index):
                key = f"{asking.turn}.{asking.batch}.{index + 1}"
            case _:
                assert_never(delta)
        if not asking.stopped():
            means.tell(asking.session, asking.turn, delta, key)

    response: object = await within(means.limits.model, lambda: client.respond(ask, hear))
    if not isinstance(response, Response):
        return Failed(f"the client brought a {type(response).__name__}, no Response")
    if not response.segments:
        response = evolve(response, segments=tuple(heard) or _segments(response))
    return Responded(response)


def _segments(response: Response) -> tuple[Segment, ...]:
    thoughts = tuple(ThoughtSegment(one.text) for one in response.reasoning if one.text)
    return (*thoughts, *((TextSegment(response.text),) if response.text else ()))


async def _run(asking: Asking, key: str, call: Call, ask: RunTool) -> AnswerValue:
    means = asking.means
    if means.provided.tools is None:
        return Failed("there are no tools")
    name = call.tool if isinstance(call.tool, str) else wire_name(call.tool)
    tool = next((one for one in means.provided.tools if one.name == name), None)
    if tool is None:
        names = ", ".join(one.name for one in means.provided.tools) or "none"
        return Failed(f"there is no tool {name!r}, only {names}")

    def tell(event: AgentEvent) -> None:
        parent = event if event.parent is not None else evolve(event, parent=key)
        means.tell(asking.session, asking.turn, parent, key)

    run = ToolRun(key, ask.context, asking.stopped, tell)
    async with asking.slots:
        result: object = await within(tool.seconds, lambda: tool.run(call.arguments, run))
    return Returned(result if isinstance(result, str) else str(result))


async def _send(asking: Asking, ask: SendReply) -> AnswerValue:
    means, gateway = asking.means, asking.means.provided.gateway
    means.tell(asking.session, asking.turn, ask.reply)
    if gateway is None:
        return Passed()
    await within(means.limits.send, lambda: gateway(ask.reply))
    return Passed()


async def _hooked(asking: Asking, ask: Ask) -> AnswerValue:
    """Let hooks look; what none of them changes is passed as it is."""
    match ask:
        case BeforeTurn(inputs):
            came = await _through(asking, "turn:before", inputs)
            return came if isinstance(came, Swallowed) else Passed()
        case BeforeModel(entries, tools):
            return await listed(asking, entries, Listed((), tools))
        case AfterModel(response):
            seen = await _through(asking, "model:after", response)
            return Passed() if seen is response or isinstance(seen, Swallowed) else Responded(seen)
        case BeforeTool(key, call):
            allowed = await _through(asking, "tool:before", call, key=key, call=call)
            return (
                Failed("a hook keeps it from running")
                if isinstance(allowed, Swallowed)
                else Passed()
            )
        case AfterTool(key, call, result):
            looked = await _through(asking, "tool:after", ResultSeen(result), key=key, call=call)
            return Passed() if isinstance(looked, Swallowed) else looked
        case BeforeReply(content, attempt):
            return await _through(asking, "reply:before", ReplyChecked(content), attempt=attempt)
        case AfterTurn(outcome):
            await _through(asking, "turn:after", outcome)
            return Passed()
        case _:
            return Passed()


async def listed(
    asking: Asking, entries: tuple[Entry, ...], given: Listed, *, dry_run: bool = False
) -> Listed | Passed | Swallowed:
    """Show hooks the list of a call; without one it is not even made."""
    if not asking.means.hooks.names("model:before"):
        return Passed()
    handed = tuple(Handed(entry.message, place) for place, entry in enumerate(entries))
    shown = evolve(given, messages=handed)
    came = await _through(asking, "model:before", shown, dry_run=dry_run)
    return Passed() if came is shown else came


async def _through(
    asking: Asking,
    point: Point,
    value: V,
    *,
    key: str | None = None,
    call: Call | None = None,
    attempt: int = 0,
    dry_run: bool = False,
) -> V | Swallowed:
    means = asking.means
    if not means.hooks.names(point):
        return value
    at = At(point, asking.session, asking.turn, key, call, attempt, dry_run)
    try:
        return await within(means.limits.hook, lambda: means.hooks.passed(at, value))
    except Gone as gone:
        raise Gone(f"{point}: {gone.words}") from gone
