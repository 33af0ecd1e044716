"""The talk: lines that are typed go to the agent, or are commands; what it does is shown."""

from __future__ import annotations

import asyncio
import signal
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import anyio
import anyio.abc
from attrs import evolve, frozen

from ctxfn.io.cli.chat.commanded import Commands, Personas
from ctxfn.io.cli.chat.keeping import kept
from ctxfn.io.cli.chat.show import Show
from ctxfn.io.cli.chat.sourced import ChatSources
from ctxfn.io.cli.chat.traced import traced
from ctxfn.io.cli.chat.typed import typed_lines
from ctxfn.io.cli.terminal import plural
from ctxfn.io.runner import NewsStream, OfferedModel, Provided, Runner
from ctxfn.turns import Input, Person, Place, Wording

__all__ = ["Talk", "talk"]

_WORDING: Final = Wording(
    error="error: {message}",
    no_model="There is no model to answer with{wanted}.{available}",
)

_ME: Final = Person("terminal", "you")

#: So many pieces wait to be shown, before some are not.
_PIECES: Final = 10_000


@frozen
class Talk:
    """What is talked with: models, personas, sources; where it is kept, and under which name.

    `typed`: a person sits there. `trace`: what is sent is shown.
    """

    models: tuple[OfferedModel, ...]
    personas: Personas
    sources: ChatSources
    folder: Path | None
    session: str
    typed: bool
    trace: bool


async def talk(what: Talk, show: Show) -> None:
    """Talk until the lines end, or somebody quits.

    What a person types while a turn runs joins it; lines out of a pipe are said one after the other.

    Raises:
        UnwritableOutput: the folder cannot be made.
        ArchiveFailure: the archive in it cannot be opened.
    """
    async with kept(what.folder) as (archive, given):
        provided = evolve(
            given,
            models=traced(what.models, show.sent) if what.trace else what.models,
            tools=what.sources.tools,
            persona=lambda *_: what.personas.text,
            place=lambda _: Place(own=True),
        )
        before = await archive.count(what.session)
        if before and what.typed:
            show.line(f"({plural(before, 'message')} of before; /forget forgets them)")
        try:
            await _run(what, show, provided)
        finally:
            await _closed(what.models)


async def _closed(models: tuple[OfferedModel, ...]) -> None:
    """Close the clients that have something to close, each once."""
    for client in {id(one.client): one.client for one in models}.values():
        close = getattr(client, "aclose", None)
        if close is not None:
            await close()


async def _run(what: Talk, show: Show, provided: Provided) -> None:
    async with Runner(provided, wording=_WORDING) as runner:
        what.sources.contribute(runner)
        news = runner.events(what.session, bound=_PIECES)
        async with anyio.create_task_group() as group:
            group.start_soon(_follow, news, show)
            await _Conversation(what, show, runner, news, group).run()
            await runner.close()


async def _follow(news: NewsStream, show: Show) -> None:
    async for one in news:
        show.news(one)


class _Conversation:
    def __init__(
        self,
        what: Talk,
        show: Show,
        runner: Runner,
        news: NewsStream,
        group: anyio.abc.TaskGroup,
    ) -> None:
        self._what, self._show, self._runner = what, show, runner
        self._news, self._group = news, group
        self._commands = Commands(runner, show, what.personas, what.session, _ME)
        self._left = anyio.CancelScope()
        self._pressed = anyio.Event()

    async def run(self) -> None:
        """Read lines until there are no more, or somebody quits."""
        await self._runner.resume(self._what.session)
        self._show.prompt()
        with self._left, _on_interrupt(self._press if self._what.typed else None):
            async with anyio.create_task_group() as listening:
                listening.start_soon(self._interrupted)
                async for line in typed_lines():
                    await self._take(line.strip())
                if not self._what.typed:
                    await self._runner.settled()
                listening.cancel_scope.cancel()

    async def _take(self, line: str) -> None:
        await self._shown()
        if not line:
            self._show.prompt()
        elif line == "/quit":
            self._left.cancel()
        elif await self._commands.done(line):
            await self._shown()
            self._show.prompt()
        else:
            await self._say(line)

    async def _say(self, line: str) -> None:
        key, who = uuid.uuid4().hex, _ME
        given = Input(key, line, self._what.session, who.platform, user_id=who.user_id)
        if self._what.typed:
            self._group.start_soon(self._runner.handle_message, given)
        else:
            await self._runner.handle_message(given)

    async def _shown(self) -> None:
        """Let what was told be shown, before something of ours is."""
        while len(self._news):
            await anyio.sleep(0)

    def _press(self) -> None:
        self._pressed.set()

    async def _interrupted(self) -> None:
        """When somebody interrupts, end the turn that runs, or else the talk."""
        while True:
            await self._pressed.wait()
            self._pressed = anyio.Event()
            if not await self._runner.abort(self._what.session, _ME):
                self._left.cancel()


@contextmanager
def _on_interrupt(then: Callable[[], None] | None) -> Iterator[None]:
    """Do *then* when somebody interrupts, where that can be had; without it the program ends."""
    if then is None:
        yield
        return
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, then)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.remove_signal_handler(signal.SIGINT)
