"""The tools of a source as functions from JSON to JSON that never raise."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from ctxfn.errors import CtxfnError
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.agents import AgentEvent, AgentTask, SourceTool, SubAgent, with_parent
from ctxfn.io.sources.answers import Answer, write_answer
from ctxfn.io.sources.instructing import agent_instructions
from ctxfn.io.sources.naming import limited
from ctxfn.io.sources.opened import NOBODY, OpenSource
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.safely import problem, safely
from ctxfn.io.sources.source import Asker, Source, Surface, run_now
from ctxfn.messages import freeze
from ctxfn.tools import Declaration

__all__ = ["by_agent", "change_tool", "handed_tool", "own_tool", "query_tool"]

#: What a model may send as arguments of a tool.
_LONGEST: Final = 200_000

_Answering = Callable[[Mapping[str, object], Asker, str | None], Awaitable[Answer]]
_Told = Callable[[AgentEvent], None] | None


def own_tool(live: OpenSource, one: Operation, name: str, offered_to: Asker = NOBODY) -> SourceTool:
    """Offer an operation of the source under *name*, to an agent of *offered_to* or to anybody."""

    async def answer(given: Mapping[str, object], asker: Asker, _run: str | None) -> Answer:
        return await live.acall(one.name, given, offered_to if asker == NOBODY else asker)

    declared = Declaration(name, one.says, one.parameters)
    return _tool(live.source, declared, answer, writes=one.writes)


def handed_tool(source: Source, one: Operation) -> SourceTool:
    """Offer an operation that only this agent has, and only while it works."""

    async def answer(given: Mapping[str, object], _asker: Asker, _run: str | None) -> Answer:
        return await safely(source, one.run, given)

    declared = Declaration(one.name, one.says, one.parameters)
    return _tool(source, declared, answer, writes=one.writes)


def query_tool(
    live: OpenSource,
    key: str,
    surface: Surface | None,
    agent: SubAgent | None,
    on_event: _Told,
) -> SourceTool:
    """Offer one tool that takes a question."""
    about = "" if surface is None else surface.about

    async def answer(given: Mapping[str, object], asker: Asker, run: str | None) -> Answer:
        question = _text(given, "question")
        if agent is None:
            return await live.aquery(question, asker)
        every = await _offered(live, surface, asker)
        readers = tuple(tool for tool in every if not tool.writes)
        instructions = agent_instructions(live.source, readers, about=about)
        task = AgentTask(instructions, question, readers, asker, _telling(on_event, run))
        return await by_agent(live.source, agent, task)

    says = f"Ask {live.source.label} a question and get what it knows. It changes nothing."
    declared = _declared(f"query_{key}", says, "question", "What you want to know, in words.")
    return _tool(live.source, declared, answer)


def change_tool(
    live: OpenSource,
    key: str,
    surface: Surface | None,
    agent: SubAgent | None,
    on_event: _Told,
) -> SourceTool:
    """Offer one tool that takes an instruction."""
    about = "" if surface is None else surface.about

    async def answer(given: Mapping[str, object], asker: Asker, run: str | None) -> Answer:
        instruction = _text(given, "instruction")
        if agent is None:
            return await live.aupdate(instruction, asker)
        worker = agent

        def task(tools: tuple[SourceTool, ...]) -> AgentTask:
            told = agent_instructions(live.source, tools, changes=True, about=about)
            return AgentTask(told, instruction, tools, asker, _telling(on_event, run))

        async def work(handed: tuple[Operation, ...]) -> Answer:
            tools = tuple(handed_tool(live.source, one) for one in handed)
            return await by_agent(live.source, worker, task(tools))

        found = await live.asurface()
        if isinstance(found, Surface) and found.change_by is not None:
            limit = live.source.limits.changing
            return await safely(live.source, found.change_by, work, seconds=limit)
        every = await _offered(live, surface, asker)
        return await by_agent(live.source, worker, task(every))

    says = f"Have something changed in {live.source.label}."
    declared = _declared(f"update_{key}", says, "instruction", "What is to be changed, in words.")
    return _tool(live.source, declared, answer, writes=True)


async def by_agent(source: Source, agent: SubAgent, task: AgentTask) -> Answer:
    """Have *agent* do what its task says, within the limit of *source*."""

    async def work(task: AgentTask) -> Answer:
        came = await agent(task)
        return Answer(text=came) if isinstance(came, str) else came

    return await safely(source, work, task, seconds=source.limits.agent_seconds)


async def _offered(
    live: OpenSource, before: Surface | None, asker: Asker
) -> tuple[SourceTool, ...]:
    """Make tools of what *asker* has; if it is not open now, of what there was before."""
    found = await live.asurface()
    surface = found if isinstance(found, Surface) else before
    operations = () if surface is None else surface.offered_to(asker)
    return tuple(own_tool(live, one, one.name, asker) for one in operations)


def _telling(on_event: _Told, run: str | None) -> Callable[[AgentEvent], None]:
    def tell(event: AgentEvent) -> None:
        if on_event is not None:
            on_event(with_parent(event, run))

    return tell


def _declared(name: str, says: str, parameter: str, about: str) -> Declaration:
    schema = {
        "type": "object",
        "properties": {parameter: {"type": "string", "description": about}},
        "required": [parameter],
        "additionalProperties": False,
    }
    return Declaration(limited(name), says, freeze(schema))


def _tool(
    source: Source, declared: Declaration, answering: _Answering, *, writes: bool = False
) -> SourceTool:
    async def answered(
        arguments: str | Mapping[str, object], *, asker: Asker = NOBODY, run: str | None = None
    ) -> Answer:
        try:
            return await answering(_arguments(arguments), asker, run)
        except CtxfnError as error:
            return problem(source, "refused", str(error))

    async def arun(
        arguments: str | Mapping[str, object], *, asker: Asker = NOBODY, run: str | None = None
    ) -> str:
        return write_answer(await answered(arguments, asker=asker, run=run))

    def run(
        arguments: str | Mapping[str, object], *, asker: Asker = NOBODY, run: str | None = None
    ) -> str:
        return run_now(arun(arguments, asker=asker, run=run), "run")

    return SourceTool(declared, run, arun, writes, answered)


def _arguments(given: str | Mapping[str, object]) -> Mapping[str, object]:
    if isinstance(given, str):
        if len(given) > _LONGEST:
            found = f"{len(given):,} characters"
            raise SourceRefusal(f"arguments: found {found}, expected {_LONGEST:,} at most")
        try:
            given = json.loads(given or "{}")
        except (ValueError, RecursionError) as error:
            raise SourceRefusal(f"arguments: found no JSON ({error}), expected an object") from None
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise SourceRefusal(f"arguments: found a {type(given).__name__}, expected an object")
    return given


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if set(given) != {name} or not isinstance(value, str) or not value.strip():
        found = ", ".join(map(str, given)) or "nothing"
        raise SourceRefusal(f"arguments: found {found}, expected {name} alone, a text")
    return value
