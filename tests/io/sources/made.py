"""Sources of our own that hang, fail, count and change, to ask about."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from ctxfn.io.sources import Answer, Limits, Operation, Question, Source, Status, Surface, steady

__all__ = ["QUICK", "answering", "noted", "opening", "surface_of"]

#: Short enough to be waited for.
QUICK = Limits(seconds=0.1, agent_seconds=0.1)


def shout(question: Question) -> Answer:
    """Answer in capitals."""
    return Answer(text=question.text.upper())


def noted(question: Question) -> Answer:
    """Answer that it was written down."""
    return Answer(text=f"noted: {question.text}")


def surface_of(
    ask: Callable[[Question], object] = shout,
    *operations: Operation,
    change: Callable[[Question], object] | None = None,
) -> Surface:
    """Make what a source offers."""
    return Surface(operations, ask, change)


def answering(
    ask: Callable[[Question], object] = shout,
    *operations: Operation,
    id: str = "notes",
    change: Callable[[Question], object] | None = None,
    limits: Limits = QUICK,
    secrets: tuple[str, ...] = (),
) -> Source:
    """Make a source that need not be opened."""
    return Source(
        id,
        steady(surface_of(ask, *operations, change=change)),
        lambda: Status(True, "here"),
        writable=change is not None,
        limits=limits,
        secrets=secrets,
    )


def opening(
    before: Callable[[], object] = lambda: None, after: Callable[[], object] = lambda: None
) -> Source:
    """Make a source that does something when it is opened, and when it is closed."""

    @contextlib.asynccontextmanager
    async def connect() -> AsyncIterator[Surface]:
        await _done(before)
        yield surface_of()
        await _done(after)

    return Source("notes", connect, lambda: Status(True, "here"), limits=QUICK)


async def _done(what: Callable[[], object]) -> None:
    came = what()
    if asyncio.iscoroutine(came):
        await came
