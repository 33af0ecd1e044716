"""A source: what it is called, how one connects to it, and what can be asked of it then."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias, TypeVar, final

from attrs import evolve, field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.operations import Operation

__all__ = ["Asker", "Question", "Source", "Surface", "Work", "run_now", "steady"]

T = TypeVar("T")

Work: TypeAlias = Callable[[tuple[Operation, ...]], Awaitable[Answer]]
"""What an agent does with the operations it is handed."""


@frozen
class Asker:
    """On whose behalf a question is asked; nothing else of a run goes down to a source."""

    user: str | None = None
    session: str | None = None
    metadata: tuple[tuple[str, str], ...] = ()


@frozen
class Question:
    """What is asked, or to be changed, in words."""

    text: str
    asker: Asker = field(factory=Asker)


@frozen
class Surface:
    """What can be done while a source is open.

    `ask` and `change` take a `Question` and return an `Answer`, or wait for one; one that blocks
    runs in a thread. Without `change` nothing can be changed. Where something must happen before and
    behind the work of an agent that changes something, `change_by` does it, and hands the agent what
    it changes things with. `ended` is given a function that it calls, in the loop, with the reason
    when the connection has ended by itself; the next question then opens another. `about` is what
    the other side says of itself, not what we say of it; `remarks` tell what of it is left out.
    `for_asker` makes operations that only some askers have.
    """

    operations: tuple[Operation, ...]
    ask: Callable[[Question], object]
    change: Callable[[Question], object] | None = None
    ended: Callable[[Callable[[str], None]], None] | None = None
    about: str = ""
    remarks: tuple[str, ...] = ()
    change_by: Callable[[Work], Awaitable[Answer]] | None = None
    for_asker: Callable[[Asker], tuple[Operation, ...]] | None = None

    def __attrs_post_init__(self) -> None:
        check_argument("Surface, operations", self.operations, tuple, "a tuple of Operation(...)")
        for one in self.operations:
            check_argument("Surface, operations", one, Operation, "an Operation(...)")
        if not callable(self.ask):
            raise InvalidArgument("Surface, ask", shown(self.ask), "a function of a question")

    def offered_to(self, asker: Asker) -> tuple[Operation, ...]:
        """The operations that *asker* has."""
        return self.operations + (self.for_asker(asker) if self.for_asker is not None else ())

    def changed(self, change: Callable[[tuple[Operation, ...]], tuple[Operation, ...]]) -> Surface:
        """Change the operations, also those that only some askers have."""
        more = self.for_asker
        some = None if more is None else lambda asker: change(more(asker))
        return evolve(self, operations=change(self.operations), for_asker=some)


@final
@frozen
class Source:
    """One place outside where something is known.

    `connect` makes an asynchronous context manager that is entered to open it, `check` says
    whether it can be used, without opening it. `about` says what is known there and how the
    operations are best used; `secrets` never occur in anything it says. `inner` tells an agent that
    answers from it how to look things up, `inner_write` how to change something. One without `words`
    has only tools: a question that no agent answers is refused.

    Raises:
        InvalidArgument: it has no id, or nothing to call.
    """

    id: str
    connect: Callable[[], AbstractAsyncContextManager[Surface]]
    check: Callable[[], object]
    name: str = ""
    about: str = ""
    writable: bool = False
    limits: Limits = field(factory=Limits)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    inner: str = ""
    inner_write: str = ""
    words: bool = True

    def __attrs_post_init__(self) -> None:
        for what in ("id", "name", "about", "inner", "inner_write"):
            check_argument(f"Source, {what}", getattr(self, what), str, "a text")
        if not self.id.strip():
            raise InvalidArgument("Source, id", repr(self.id), "a text")
        for what in ("connect", "check"):
            if not callable(getattr(self, what)):
                raise InvalidArgument(
                    f"{self.id}: {what}", shown(getattr(self, what)), "a function"
                )
        check_argument(f"{self.id}: limits", self.limits, Limits, "Limits(...)")

    @property
    def label(self) -> str:
        """What people call it: its name, or its id."""
        return self.name or self.id


def steady(surface: Surface, /) -> Callable[[], AbstractAsyncContextManager[Surface]]:
    """Make the `connect` of a source that need not be opened.

    Examples:
        >>> from ctxfn.io.sources.answers import Answer
        >>> surface = Surface((), lambda question: Answer(text=question.text.upper()))
        >>> shout = Source("shout", steady(surface), lambda: Status(True))
    """
    check_argument("steady, surface", surface, Surface, "a Surface(...)")

    @contextlib.asynccontextmanager
    async def connect() -> AsyncIterator[Surface]:
        yield surface

    return connect


def run_now(work: Coroutine[object, object, T], instead: str) -> T:
    """Run *work* where no event loop runs; where one does, name what to await *instead*."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    work.close()
    raise InvalidArgument(instead, "a running event loop", f"none; await a{instead} there")
