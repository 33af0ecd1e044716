"""The sources of a chat: tools that a model is offered, and passages for what was asked last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from attrs import frozen

from ctxfn.facts import RetrievedDocuments
from ctxfn.injectors import render_retrieved_documents
from ctxfn.io.runner import AgentTool, Runner, source_tools
from ctxfn.io.sources import (
    DeclaredSources,
    Exposure,
    Source,
    contribution,
    expose_all,
    opened_now,
    read_sources,
    together,
)
from ctxfn.turns.exchange import View

__all__ = ["ChatSources", "chat_sources"]


@frozen
class ChatSources:
    """What sources there are, and what a model is shown of them."""

    declared: DeclaredSources | None = None
    shown: Exposure | None = None

    @property
    def tools(self) -> tuple[AgentTool, ...]:
        """Their tools."""
        return () if self.shown is None else source_tools(self.shown.tools)

    def contribute(self, runner: Runner) -> None:
        """Say what the tools are for, and in each turn what each source answers to the last question."""
        if self.declared is None or self.shown is None:
            return
        instructions = self.shown.instructions
        runner.contribute("sources-tools/all", "knowledge", lambda _: instructions)
        for source in filter(_takes_words, self.declared.sources):
            build = _passages(source, self.declared.tokens)
            runner.contribute(f"sources/{source.id.replace('/', '_')}", "turn-context", build)


@contextmanager
def chat_sources(path: Path | None) -> Iterator[ChatSources]:
    """Open the sources that the file at *path* declares, for a block.

    Raises:
        UnreadableInput: the file cannot be read, or declares what is no source.
        MissingExtra: a source needs a package that is not installed.
    """
    if path is None:
        yield ChatSources()
        return
    declared = read_sources(path)
    with ExitStack() as stack:
        lives = [stack.enter_context(opened_now(one)) for one in declared.sources]
        asked = expose_all(one for one in lives if _takes_words(one.source))
        shown = expose_all((one for one in lives if not _takes_words(one.source)), mode="tools")
        yield ChatSources(declared, together((asked, shown)))


def _takes_words(source: Source) -> bool:
    """Whether a question finds something there; of a server that only has tools those are shown."""
    return source.words


def _passages(source: Source, tokens: int) -> Callable[[View], Awaitable[str | None]]:
    asked = contribution(source, question=_question, tokens=tokens)

    async def build(view: View) -> str | None:
        found = await asked.fetch(view)  # type: ignore[misc]
        return render_retrieved_documents(found) if isinstance(found, RetrievedDocuments) else None

    return build


def _question(view: View) -> str | None:
    words = view.inputs[-1].content.strip() if view.inputs else ""
    return words or None
