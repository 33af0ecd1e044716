"""A wiki while it is open: set up first, reads without a lock, changes one after the other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Mapping

from attrs import evolve, frozen

from ctxfn.errors import check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.sources.agents import AgentEvent, AgentTask, SubAgent
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.cleaning import cleaned, redacted
from ctxfn.io.sources.files.tree import Tree
from ctxfn.io.sources.files.workspace import workspace_operations
from ctxfn.io.sources.instructing import agent_instructions
from ctxfn.io.sources.naming import limited, slug
from ctxfn.io.sources.opened import OpenSource, opened
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.source import Question, Source, Surface, Work, run_now
from ctxfn.io.sources.tooling import by_agent, handed_tool
from ctxfn.io.sources.wikis.backend import Saved, Summarise, WikiBackend
from ctxfn.io.sources.wikis.locking import locked, to_the_end
from ctxfn.io.sources.wikis.pages import Pages, page_operations

__all__ = ["LiveWiki", "arefresh_wiki", "refresh_wiki"]


@frozen
class LiveWiki:
    """The pages of *backend* as *tree* shows them, and who may write them."""

    backend: WikiBackend
    tree: Tree
    pages: Pages
    writer: SubAgent | None
    web: Source | None
    summarise: Summarise | None
    deleting: bool

    @contextlib.asynccontextmanager
    async def connected(self, source: Source) -> AsyncIterator[Surface]:
        """Set it up, unless it is, and offer what can be done."""
        if not await to_the_end(self.backend.is_set_up):
            async with locked(self.backend.root, source.limits.opening):
                await to_the_end(self.backend.set_up)

        async def change(question: Question) -> Answer:
            return await self._written(source, question)

        async def change_by(work: Work) -> Answer:
            return await self._changed(source, work)

        yield Surface(workspace_operations(self.tree), self.tree.asked, change, change_by=change_by)

    async def _written(self, source: Source, question: Question) -> Answer:
        writer = self.writer
        if writer is None:
            raise SourceRefusal(
                "nobody writes here: it needs wiki(..., writer=AGENT), or an agent when it is exposed"
            )

        async def work(operations: tuple[Operation, ...]) -> Answer:
            tools = tuple(handed_tool(source, one) for one in operations)
            told = agent_instructions(source, tools, changes=True)
            task = AgentTask(told, question.text, tools, question.asker, _unheard)
            return await by_agent(source, writer, task)

        return await self._changed(source, work)

    async def _changed(self, source: Source, work: Work) -> Answer:
        backend = self.backend
        async with locked(backend.root, source.limits.agent_seconds):
            found = await _up_to_date(backend)
            try:
                answer = await self._worked(work)
                saved: Saved | None = None
                if answer.problem is None:
                    saved = await to_the_end(lambda: backend.commit(self.summarise))
            except BaseException:
                await _taken_back(backend)
                raise
            if answer.problem is not None:
                await to_the_end(backend.undo)
                return answer
            told = () if saved is None else (str(saved), *saved.remarks)
            return evolve(answer, remarks=(*answer.remarks, *found, *told))

    async def _worked(self, work: Work) -> Answer:
        """Let the writer write; what it was handed is worth nothing afterwards."""
        own = (
            *workspace_operations(self.tree),
            *page_operations(self.pages, deleting=self.deleting),
        )
        turn, over = threading.Lock(), threading.Event()
        held = tuple(_held(one, turn, over) for one in own)
        try:
            if self.web is None:
                return await work(held)
            async with opened(self.web) as live:
                looking, remarks = await _looking(live)
                answer = await work((*held, *looking))
                return evolve(answer, remarks=(*answer.remarks, *remarks))
        finally:
            over.set()
            await to_the_end(lambda: _let_end(turn))


async def arefresh_wiki(backend: WikiBackend, /, *, seconds: float = 600.0) -> tuple[str, ...]:
    """Bring the pages of *backend* up to date, as a scheduler does; return what there is to say.

    It takes the lock of those who write.

    Raises:
        SourceRefusal: it cannot be done, or others wrote for all of *seconds*.
        InvalidArgument: *backend* is none, or *seconds* no number.
    """
    check_argument("refresh_wiki, backend", backend, WikiBackend, "wiki_files, wiki_git, ...")
    check_limit("refresh_wiki, seconds", seconds)
    try:
        async with locked(backend.root, seconds):
            return await _up_to_date(backend)
    except SourceRefusal:
        raise
    except Exception as error:
        late = isinstance(error, TimeoutError)
        reason = str(error) if late else reason_of(error)
        raise SourceRefusal(redacted(reason, backend.secrets)) from None


def refresh_wiki(backend: WikiBackend, /, *, seconds: float = 600.0) -> tuple[str, ...]:
    """Bring the pages of *backend* up to date, as `arefresh_wiki` does, where no event loop runs.

    Raises:
        SourceRefusal: it cannot be done, or others wrote for all of *seconds*.
        InvalidArgument: *backend* is none, *seconds* no number, or an event loop runs here: await
            `arefresh_wiki`.
    """
    return run_now(arefresh_wiki(backend, seconds=seconds), "refresh_wiki")


def _unheard(event: AgentEvent) -> None:
    """Nobody asked to hear what the writer does."""


async def _up_to_date(backend: WikiBackend) -> tuple[str, ...]:
    made = await to_the_end(backend.set_up)
    told = (*made, *await to_the_end(backend.sync))
    # Names of files are in them, which others chose.
    return tuple(" ".join(redacted(cleaned(one), backend.secrets).split()) for one in told)


async def _taken_back(backend: WikiBackend) -> None:
    with contextlib.suppress(Exception):  # what went wrong before is what is told
        await to_the_end(backend.undo)


def _held(one: Operation, turn: threading.Lock, over: threading.Event) -> Operation:
    """Let *one* run while the writer works, and not a moment longer."""
    if not one.writes:
        return one

    def run(given: Mapping[str, object]) -> object:
        with turn:
            if over.is_set():
                raise SourceRefusal("this change is over: what is written now would not be kept")
            return one.run(given)

    return evolve(one, run=run)


def _let_end(turn: threading.Lock) -> None:
    """Wait for the one that writes just now."""
    with turn:
        pass


async def _looking(live: OpenSource) -> tuple[tuple[Operation, ...], tuple[str, ...]]:
    """Make tools of what reads in *live*, or say why there are none."""
    surface = await live.asurface()
    if isinstance(surface, Answer):
        return (), (f"{surface.problem}: nothing was looked up there",)
    before = slug(live.source.id)
    return tuple(
        _asking(live, one, limited(f"{before}_{one.name}"))
        for one in surface.operations
        if not one.writes
    ), ()


def _asking(live: OpenSource, one: Operation, name: str) -> Operation:
    async def run(given: Mapping[str, object]) -> Answer:
        return await live.acall(one.name, given)

    return evolve(one, name=name, run=run)
