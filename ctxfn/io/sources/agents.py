"""What answers the tool of a source in agent mode: the caller's, with the source's own tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from attrs import evolve, frozen

from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.source import Asker
from ctxfn.tools import Declaration

__all__ = ["AgentEvent", "AgentTask", "SourceTool", "SubAgent", "with_parent"]


@frozen
class AgentEvent:
    """Something an agent tells while it works; `parent` is the run it belongs to."""

    kind: str
    text: str = ""
    parent: str | None = None


@frozen
class SourceTool:
    """A tool as it is offered, and what runs it: from the arguments, a JSON text or a dict, to JSON.

    It never raises: what goes wrong is in its answer, under ``error``. `answered` does the same,
    and brings the `Answer` itself, with the images that JSON can only name.
    """

    declaration: Declaration
    run: Callable[..., str]
    arun: Callable[..., Awaitable[str]]
    writes: bool = False
    answered: Callable[..., Awaitable[Answer]] | None = None

    @property
    def name(self) -> str:
        """What a model calls it."""
        return str(self.declaration.tool)


@frozen
class AgentTask:
    """What an agent is to do: its instructions, the question, the tools it has, and whom to tell."""

    instructions: str
    question: str
    tools: tuple[SourceTool, ...]
    asker: Asker
    tell: Callable[[AgentEvent], None]


class SubAgent(Protocol):
    """Answers a question with the tools of a source.

    It starts clean: no history of the run that asks reaches it.
    """

    def __call__(self, task: AgentTask, /) -> Awaitable[Answer | str]:
        """Do *task*, and answer."""
        ...


def with_parent(event: AgentEvent, run: str | None) -> AgentEvent:
    """Give *event* its parent, unless it has one: an agent inside an agent keeps its own."""
    return event if event.parent is not None else evolve(event, parent=run)
