"""Figures of agents at work: a thousand sessions at once, and what we add to a call of a model.

python -m benchmarks.agent_sessions [SESSIONS] [TURNS] [--latency]
"""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import Callable
from time import perf_counter, process_time

from benchmarks.machine import machine
from ctxfn.io.models import Delta, TextDelta
from ctxfn.io.models.writing import Style, write_request
from ctxfn.io.runner import AgentTool, OfferedModel, Provided, Runner, ToolRun
from ctxfn.messages import Call, assistant, call, tool_result, user
from ctxfn.tools import Declaration
from ctxfn.turns import Input, Model, Response, Stored
from ctxfn.turns.exchange import CallModel

__all__ = ["added_latency", "main", "side_by_side", "writing"]

_MODEL = Model("m", 200_000, "p")

#: For whom clients write, each in its own protocol.
_TARGETS = ("openai/compatible", "openai/responses", "anthropic")

#: Each turn asks for two calls, then replies.
_CALLS = (Call("a", "look", '{"at": 1}'), Call("b", "look", '{"at": 2}'))


class _Talk:
    """An archive in memory, and a model that asks for tools once a turn and answers at once."""

    def __init__(self, history: tuple[Stored, ...] = ()) -> None:
        self.kept: dict[str, dict[str, Stored]] = {}
        self.history = history
        self.ended = 0.0
        self.added: list[float] = []

    async def save(self, session: str, key: str, stored: Stored, /) -> None:
        self.kept.setdefault(session, {})[key] = stored

    async def count(self, session: str, /) -> int:
        return len(await self.read(session))

    async def read(self, session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        return (*self.history, *self.kept.get(session, {}).values())[start:]

    async def clear(self, session: str, /) -> None:
        self.kept.pop(session, None)

    async def sessions(self) -> tuple[str, ...]:
        return tuple(self.kept)

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        if self.ended:
            self.added.append(process_time() - self.ended)
        asked = request.messages[-1].role == "user"
        response = (
            Response("", _CALLS) if asked else Response("It is done, and this is how it went.")
        )
        hear(TextDelta(response.text))
        self.ended = process_time()
        return response

    async def look(self, arguments: str, _: ToolRun) -> str:
        return f"At {arguments} there is a result of a few words, as tools give them."

    def provided(self) -> Provided:
        tool = AgentTool(Declaration("look", "Look there."), self.look)
        return Provided(archive=self, models=(OfferedModel(_MODEL, self),), tools=(tool,))


def side_by_side(sessions: int, turns: int) -> tuple[float, float, float]:
    """Run *turns* turns in each of so many sessions at once: seconds, of the processor, megabytes."""
    talk = _Talk()

    async def talking(runner: Runner, session: str) -> None:
        for number in range(turns):
            said = Input(f"k{number}", "And what is there now, please?", session, "web", "ann")
            fate = await runner.handle_message(said)
            assert fate.outcome == "replied", fate

    async def work() -> None:
        async with Runner(talk.provided()) as runner, asyncio.TaskGroup() as group:
            for number in range(sessions):
                group.create_task(talking(runner, f"s{number}"))

    before, began, used = _megabytes(), perf_counter(), process_time()
    asyncio.run(work())
    assert all(len(one) == turns * 5 for one in talk.kept.values())
    return perf_counter() - began, process_time() - used, _megabytes() - before


def added_latency(messages: int, turns: int = 12) -> tuple[float, float]:
    """Return the milliseconds of ours before a call of a model: the first of a turn, and a later one."""
    talk = _Talk(_history(messages))

    async def work() -> None:
        async with Runner(talk.provided()) as runner:
            for number in range(turns):
                said = Input(f"k{number}", "And now?", "s", "web", "ann")
                await runner.handle_message(said)

    asyncio.run(work())
    later, first = talk.added[::2], talk.added[1::2]
    return _median(first) * 1000, _median(later) * 1000


def writing(messages: int, to: str, times: int = 7) -> float:
    """Return the milliseconds in which a client writes the body of a request for *to*."""
    talk = (*(one.message for one in _history(messages)), user("And now?"))
    tools = (Declaration("look", "Look there."),)
    asked = CallModel(talk, tools, "claude-sonnet-4-5", "p", 4_096, None, "s", "web")
    taken = []
    for _ in range(times):
        began = process_time()
        write_request(asked, Style(to=to))
        taken.append(process_time() - began)
    return _median(taken) * 1000


def _history(messages: int) -> tuple[Stored, ...]:
    talk: list[Stored] = []
    for number in range(messages // 4):
        said = (
            user(f"Question {number}: " + "what is there to be seen, and why? " * 4),
            assistant(call(f"c{number}", "look", f'{{"at": {number}}}')),
            tool_result(f"c{number}", f"Result {number}: " + "so it is there. " * 20),
            assistant(f"Answer {number}: " + "it is as it is, for many reasons. " * 8),
        )
        talk += [Stored(one, 1_000 * number, turn=f"old-{number}") for one in said]
    return tuple(talk)


def _median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: list[str]) -> None:
    """Print the figures."""
    numbers = [int(one) for one in arguments if one.isdigit()]
    sessions, turns = numbers[0] if numbers else 1_000, numbers[1] if len(numbers) > 1 else 20
    print(machine())
    for messages in (100, 1_000):
        first, later = added_latency(messages)
        print(
            f"{messages} messages: {first:.1f} ms before the first call of a turn, {later:.1f} ms before a later one"
        )
        said = ", ".join(f"{writing(messages, to):.1f} ms for {to}" for to in _TARGETS)
        print(f"{messages} messages: to write the body of a request takes a client {said}")
    if "--latency" in arguments:
        return
    wall, used, memory = side_by_side(sessions, turns)
    done = sessions * turns
    print(
        f"{sessions} sessions, {turns} turns each with two calls of tools: {done / wall:.0f} turns a second "
        f"({wall:.1f} s, {used:.1f} s of the processor), {memory:.0f} MB more at the most"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
