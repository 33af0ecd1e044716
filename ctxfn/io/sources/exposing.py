"""Show a source to a model: as one tool, as one that an agent answers, or as its own tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.functional import countby
from ctxfn.io.sources.agents import AgentEvent, SourceTool, SubAgent
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.instructing import instructions_of
from ctxfn.io.sources.naming import limited, marked, slug, slugs
from ctxfn.io.sources.opened import OpenSource
from ctxfn.io.sources.source import Surface, run_now
from ctxfn.io.sources.tooling import change_tool, own_tool, query_tool

__all__ = ["Exposure", "Mode", "aexpose", "expose", "expose_all", "together"]

Mode: TypeAlias = Literal["default", "agent", "tools"]
"""One tool that asks the source; one that an agent answers; the tools of the source itself."""


@frozen
class Exposure:
    """The tools that a model is offered, and what it is told about exactly these."""

    tools: tuple[SourceTool, ...]
    instructions: str


async def aexpose(
    live: OpenSource,
    /,
    *,
    mode: Mode = "default",
    read: bool = True,
    write: bool = False,
    agent: SubAgent | None = None,
    prefix: bool = False,
    called: str | None = None,
    on_event: Callable[[AgentEvent], None] | None = None,
) -> Exposure:
    """Make the tools of an open source, and the instructions that go with them.

    Contract:
        ``default``: ``query_<id>`` if *read*, ``update_<id>`` if *write* and the source can be
        changed. ``agent``: ``query_<id>`` always, ``update_<id>`` likewise, both answered by
        *agent*. ``tools``: the operations that read, *prefix* before their names or not; never
        one that writes; this is ``default``, too, where a source understands no words. *called*
        stands for the id in names.

    Complexity: O(operations).

    Source: Agno's modes of context providers; writing is off unless asked for.

    Raises:
        InvalidArgument: neither *read* nor *write* is left, an agent is missing, or there is no
            such mode.
    """
    _check(live, mode, agent)
    surface = await live.asurface()
    change = write and live.source.writable
    if mode == "default" and not (read or change):
        reason = "nothing to read and nothing to write"
        raise InvalidArgument(f"{live.source.id}: expose", reason, "one of the two")
    key = slug(live.source.id) if called is None else called
    there = surface if isinstance(surface, Surface) else None
    operations = () if there is None else there.operations
    by_tools = mode == "tools" or (
        mode == "default" and there is not None and not there.takes_words
    )
    if by_tools:
        before = f"{key}_" if prefix else ""
        tools = tuple(
            own_tool(live, one, limited(before + one.name)) for one in operations if not one.writes
        )
    else:
        tools = (
            *((query_tool(live, key, there, agent, on_event),) if read or agent else ()),
            *((change_tool(live, key, there, agent, on_event),) if change else ()),
        )
    problem = surface.problem if isinstance(surface, Answer) else None
    return Exposure(tools, instructions_of(live.source, tools, by_tools, problem))


def expose(
    live: OpenSource,
    /,
    *,
    mode: Mode = "default",
    read: bool = True,
    write: bool = False,
    agent: SubAgent | None = None,
    prefix: bool = False,
    called: str | None = None,
    on_event: Callable[[AgentEvent], None] | None = None,
) -> Exposure:
    """Make the tools of an open source, as `aexpose` does, where no event loop runs.

    Raises:
        InvalidArgument: as there; or an event loop runs here.
    """
    return run_now(
        aexpose(
            live,
            mode=mode,
            read=read,
            write=write,
            agent=agent,
            prefix=prefix,
            called=called,
            on_event=on_event,
        ),
        "expose",
    )


@blames_arguments
def expose_all(
    lives: Iterable[OpenSource], /, *, mode: Mode = "default", agent: SubAgent | None = None
) -> Exposure:
    """Make the tools of several sources for one model; whatever their ids, no two are alike.

    Raises:
        InvalidArgument: two sources have one id.
    """
    every = tuple(lives)
    for one in every:
        check_argument("expose_all, lives", one, OpenSource, "open sources")
    keys = slugs(one.source.id for one in every)
    alone = len(every) == 1
    shown = [
        expose(one, mode=mode, agent=agent, prefix=not alone, called=key)
        for one, key in zip(every, keys, strict=True)
    ]
    counts = countby(lambda name: name, (tool.name for each in shown for tool in each.tools))
    return together(
        # Of a and a_b, the tools b_c and c: one name, and digits of the ids tell them apart.
        expose(one, mode=mode, agent=agent, prefix=True, called=marked(key, one.source.id))
        if any(counts[tool.name] > 1 for tool in each.tools)
        else each
        for one, key, each in zip(every, keys, shown, strict=True)
    )


@blames_arguments
def together(exposures: Iterable[Exposure], /) -> Exposure:
    """Join what several sources show.

    Raises:
        InvalidArgument: two tools have one name.
    """
    every = tuple(exposures)
    for one in every:
        check_argument("together, exposures", one, Exposure, "Exposure(...)")
    tools = tuple(tool for one in every for tool in one.tools)
    for name, count in countby(lambda one: one.name, tools).items():
        if count > 1:
            expected = "a name for each: prefix=True, or called=NAME"
            raise InvalidArgument("tools", f"{count} named {name!r}", expected)
    return Exposure(tools, "\n\n".join(one.instructions for one in every if one.instructions))


def _check(live: OpenSource, mode: Mode, agent: SubAgent | None) -> None:
    check_argument("expose, live", live, OpenSource, "an open source: opened(source)")
    if mode not in get_args(Mode):
        raise InvalidArgument("expose, mode", shown(mode), ", ".join(get_args(Mode)))
    if (mode == "agent") != (agent is not None):
        found = "none" if agent is None else f"one in mode {mode!r}"
        raise InvalidArgument("expose, agent", found, "one with mode='agent', and only there")
