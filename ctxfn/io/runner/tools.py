"""Tools of an agent: Python functions, and the tools of sources."""

from __future__ import annotations

import contextvars
import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

from attrs import field, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.runner.waiting import in_thread
from ctxfn.io.sources import (
    AgentEvent,
    Answer,
    Asker,
    Operation,
    SourceTool,
    operation,
    write_answer,
)
from ctxfn.tools import Declaration
from ctxfn.turns import ToolContext

__all__ = ["AgentTool", "ToolRun", "agent_tool", "current_run", "source_tools", "tell_run"]

#: Seconds that a tool has if nobody says otherwise.
_SECONDS: Final = 300.0


@frozen(eq=False)
class ToolRun:
    """One run of a tool: which call it is, on whose word, whether it is to stop, and whom to tell.

    A tool that only waits for something gives up once `stopped` says so; one that does not is
    waited for.
    """

    key: str
    context: ToolContext
    stopped: Callable[[], bool] = lambda: False
    tell: Callable[[AgentEvent], None] = lambda _: None


@frozen
class AgentTool:
    """A tool that is offered, and what runs it: JSON in, a text out; what it raises is told to the model.

    One of no `groups` is always offered. After a crash it is run again only if it is `repeatable`.

    Raises:
        InvalidArgument: there is nothing to call, or no time to call it.
    """

    declaration: Declaration
    run: Callable[[str, ToolRun], Awaitable[str]] = field(eq=False)
    groups: tuple[str, ...] = ()
    seconds: float = _SECONDS
    repeatable: bool = False

    def __attrs_post_init__(self) -> None:
        check_argument(
            "AgentTool, declaration", self.declaration, Declaration, "a Declaration(...)"
        )
        check_argument("AgentTool, groups", self.groups, tuple, "a tuple of names")
        if not callable(self.run):
            raise InvalidArgument(f"{self.name}: run", shown(self.run), "a function")
        if not isinstance(self.seconds, int | float) or not self.seconds > 0:
            raise InvalidArgument(f"{self.name}: seconds", shown(self.seconds), "above 0")

    @property
    def name(self) -> str:
        """What a model calls it."""
        return str(self.declaration.tool)


_RUN: contextvars.ContextVar[ToolRun] = contextvars.ContextVar("ctxfn_tool_run")


def current_run() -> ToolRun | None:
    """Return the run that a function which is a tool was called for; outside of one there is none."""
    return _RUN.get(None)


def tell_run(event: AgentEvent) -> None:
    """Tell who looks on what an agent inside of a tool does: `expose` takes it as ``on_event=``.

    Outside of a run nobody hears it.
    """
    run = current_run()
    if run is not None:
        run.tell(event)


def agent_tool(
    function: Callable[..., object] | Operation,
    /,
    *,
    groups: tuple[str, ...] = (),
    seconds: float = _SECONDS,
    repeatable: bool = False,
) -> AgentTool:
    """Make a tool of *function*: its name, the first lines of its docstring, and its parameters are the tool's.

    Contract:
        What `ctxfn.io.sources.operation` takes. A coroutine function is awaited, any other runs
        in a thread and may block. A text is the result as it is, anything else is written as JSON.

    Complexity: O(parameters).

    Source: ours.

    Raises:
        InvalidArgument: a parameter has an annotation that no schema is made of.

    Examples:
        >>> def add(first: int, second: int) -> int:
        ...     '''Add two numbers.'''
        ...     return first + second
        >>> agent_tool(add, groups=("sums",)).name
        'add'
    """
    made = function if isinstance(function, Operation) else operation(function)
    waits = inspect.iscoroutinefunction(function)

    async def run(arguments: str, run: ToolRun) -> str:
        given = _arguments(arguments)
        token = _RUN.set(run)
        try:
            came = made.run(given) if waits else await in_thread(made.run, given)
            if isinstance(came, Awaitable):
                came = await came
        finally:
            _RUN.reset(token)
        return _text(came)

    declared = Declaration(made.name, made.says, made.parameters)
    return AgentTool(declared, run, groups, seconds, repeatable)


@blames_arguments
def source_tools(
    tools: Iterable[SourceTool], /, *, groups: tuple[str, ...] = (), seconds: float = _SECONDS
) -> tuple[AgentTool, ...]:
    """Make tools of an agent of what `expose` shows of sources.

    Contract:
        One for each, under its name. Tools that only read are run again after a crash.

    Complexity: O(tools).

    Source: ours.

    Examples:
        >>> source_tools(())
        ()
    """
    return tuple(_of_source(one, groups, seconds) for one in tools)


def _of_source(tool: SourceTool, groups: tuple[str, ...], seconds: float) -> AgentTool:
    async def run(arguments: str, run: ToolRun) -> str:
        asker = Asker(run.context.user_id, run.context.session)
        token = _RUN.set(run)
        try:
            return await tool.arun(arguments, asker=asker, run=run.key)
        finally:
            _RUN.reset(token)

    return AgentTool(tool.declaration, run, groups, seconds, repeatable=not tool.writes)


def _arguments(text: str) -> Mapping[str, object]:
    given = json.loads(text or "{}")
    if not isinstance(given, dict):
        raise SourceRefusal(f"arguments: found a {type(given).__name__}, expected an object")
    return given


def _text(came: object) -> str:
    if isinstance(came, str):
        return came
    if isinstance(came, Answer):
        return write_answer(came)
    try:
        return json.dumps(came, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return str(came)
